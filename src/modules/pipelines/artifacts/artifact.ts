import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { ARTIFACT_COLUMNS } from './artifacts.repository.js';

/** A file that a job uploaded (contract: triggers §7, §9). */
export type Artifact = RowOf<typeof ARTIFACT_COLUMNS>;

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
