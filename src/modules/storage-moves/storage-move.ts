import type { RowOf } from '../../platform/database/typed-sql.js';
import type { CONTAINER_COLUMNS, MOVE_COLUMNS } from './records/storage-move.columns.js';

/** A move of a container's repositories. */
export type StorageMove = RowOf<typeof MOVE_COLUMNS>;

/** A move with the container's fields that a record shows. */
export type ShownMove = StorageMove & RowOf<typeof CONTAINER_COLUMNS>;
