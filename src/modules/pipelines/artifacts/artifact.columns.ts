import { columnsOf } from '../../../platform/database/columns-of.js';
import { CiArtifactEntity } from './ci-artifact.entity.js';

const artifact = columnsOf(CiArtifactEntity, 'a');

/** Columns of an {@link Artifact}, for `ci_artifacts a`. */
export const ARTIFACT_COLUMNS = {
  ...columnsOf(CiArtifactEntity, 'a', 'id', 'jobId', 'filename', 'size', 'blobKey'),
  type: artifact.fileType,
  format: artifact.fileFormat,
};
