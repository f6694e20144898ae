/** A file that a job uploaded (contract: triggers §7, §9). */
export interface Artifact {
  readonly id: number;
  readonly jobId: number;
  readonly type: string;
  readonly format: string;
  readonly filename: string;
  readonly size: number;
  readonly blobKey: string;
}

export const ARCHIVE = 'archive';
export const FORMATS = ['zip', 'gzip', 'raw'] as const;
export type ArtifactFormat = (typeof FORMATS)[number];

/** What comes with a file that is uploaded. */
export interface ArtifactFields {
  readonly type: string;
  readonly format: ArtifactFormat;
  /** Seconds that it is kept; null for ever. */
  readonly keepSeconds: number | null;
}
