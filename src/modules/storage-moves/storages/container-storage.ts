import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { CONTAINER_STORAGE_COLUMNS } from './container-storage.columns.js';

/** Where the first repository of a container lies. */
export type ContainerStorage = RowOf<typeof CONTAINER_STORAGE_COLUMNS>;
