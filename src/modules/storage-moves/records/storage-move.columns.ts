import { columnsOf } from '../../../platform/database/columns-of.js';
import { bigint, nullable, text, timestamptz } from '../../../platform/database/typed-sql.js';
import { ProjectStorageMoveEntity } from './project-storage-move.entity.js';

/** Columns of a table of moves `m`, which are the same for all kinds. */
export const MOVE_COLUMNS = columnsOf(ProjectStorageMoveEntity, 'm');

/** Fields of the container in a record; each kind selects them from its own tables. */
export const CONTAINER_COLUMNS = {
  containerName: text`v.name`,
  containerFullName: nullable(text`v.full_name`),
  containerPath: nullable(text`v.path`),
  /** For operators: the path of a project or group, the title of a snippet. */
  containerTitle: text`v.title`,
  containerFullPath: nullable(text`v.full_path`),
  containerDescription: nullable(text`v.description`),
  containerVisibility: text`v.visibility`,
  containerProjectId: nullable(bigint`v.project_id`),
  containerCreatedAt: timestamptz`v.created_at`,
  containerUpdatedAt: timestamptz`v.updated_at`,
};
