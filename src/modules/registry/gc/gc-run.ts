import type { Progress } from '../../../core/operations/operations.service.js';

/** What a collection removed, or would remove (contract: registry §9.6). */
export interface GcTotals {
  readonly manifests: number;
  readonly blobs: number;
  /** Size of manifests and blobs together. */
  readonly bytes: number;
  readonly uploads: number;
}

export const NOTHING_COLLECTED: GcTotals = { manifests: 0, blobs: 0, bytes: 0, uploads: 0 };

/** The progress of one collection through its steps. */
export class GcRun {
  private counted = NOTHING_COLLECTED;

  constructor(
    readonly graceSeconds: number,
    private readonly progress: Progress,
    private readonly signal?: AbortSignal,
  ) {}

  /** Must be called before every batch. Returns false if the run was canceled; throws if the process is stopping. */
  goesOn(): Promise<boolean> {
    this.signal?.throwIfAborted();
    const { manifests, blobs, uploads } = this.counted;
    return this.progress.advance(manifests + blobs + uploads);
  }

  count(more: Partial<GcTotals>): void {
    const { manifests, blobs, bytes, uploads } = this.counted;
    this.counted = {
      manifests: manifests + (more.manifests ?? 0),
      blobs: blobs + (more.blobs ?? 0),
      bytes: bytes + (more.bytes ?? 0),
      uploads: uploads + (more.uploads ?? 0),
    };
  }

  get totals(): GcTotals {
    return this.counted;
  }
}
