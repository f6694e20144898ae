import type { RowOf } from '../../platform/database/typed-sql.js';
import type { CONTAINER_COLUMNS, MOVE_COLUMNS } from './records/storage-move.columns.js';

/** A move of a container's repositories. */
export type StorageMove = RowOf<typeof MOVE_COLUMNS>;

/** The same with what a record shows of the container. */
export type ShownMove = StorageMove & RowOf<typeof CONTAINER_COLUMNS>;
