import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { ArtifactFormat } from './artifact-format.js';
import type { ARTIFACT_COLUMNS } from './artifact.columns.js';

/** A file that a job uploaded (contract: triggers §7, §9). */
export type Artifact = RowOf<typeof ARTIFACT_COLUMNS>;

export const ARCHIVE = 'archive';

/** Fields that are sent with an uploaded file. */
export interface ArtifactFields {
  readonly type: string;
  readonly format: ArtifactFormat;
  /** Seconds that the file is kept; null for no limit. */
  readonly keepSeconds: number | null;
}
