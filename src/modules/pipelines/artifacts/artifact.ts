import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { ArtifactFormat } from './artifact-format.js';
import type { ARTIFACT_COLUMNS } from './artifact.columns.js';

/** A file that a job uploaded (contract: triggers §7, §9). */
export type Artifact = RowOf<typeof ARTIFACT_COLUMNS>;

export const ARCHIVE = 'archive';

/** What comes with a file that is uploaded. */
export interface ArtifactFields {
  readonly type: string;
  readonly format: ArtifactFormat;
  /** Seconds that it is kept; null for ever. */
  readonly keepSeconds: number | null;
}
