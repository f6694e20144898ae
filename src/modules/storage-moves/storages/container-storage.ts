import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { CONTAINER_STORAGE_COLUMNS } from './container-storage.columns.js';

/** The storage of a container's first repository. */
export type ContainerStorage = RowOf<typeof CONTAINER_STORAGE_COLUMNS>;
