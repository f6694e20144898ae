import { columnsOf } from '../../../platform/database/columns-of.js';
import { bigint, timestamptz } from '../../../platform/database/typed-sql.js';
import { RepositoryEntity } from '../../repositories/storages/repository.entity.js';

/** Columns of `repositories r` and the view `v` of its container. */
export const CONTAINER_STORAGE_COLUMNS = {
  containerId: bigint`v.id`,
  createdAt: timestamptz`v.created_at`,
  ...columnsOf(RepositoryEntity, 'r', 'storage', 'relativePath'),
};
