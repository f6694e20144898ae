import type { Progress } from '../../../core/operations/operations.service.js';

/** What a collection removed, or would remove (contract: registry §9.6). */
export interface GcTotals {
  readonly manifests: number;
  readonly blobs: number;
  /** Of both. */
  readonly bytes: number;
  readonly uploads: number;
}

export const NOTHING_COLLECTED: GcTotals = { manifests: 0, blobs: 0, bytes: 0, uploads: 0 };

/** One collection on its way through the steps. */
export class GcRun {
  private counted = NOTHING_COLLECTED;

  constructor(
    readonly graceSeconds: number,
    private readonly progress: Progress,
    private readonly signal?: AbortSignal,
  ) {}

  /** To be asked before every batch. False when the run was canceled; throws when the process stops. */
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
