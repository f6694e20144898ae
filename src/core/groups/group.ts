import type { RowOf } from '../../platform/database/typed-sql.js';
import type { groupColumns } from './group.columns.js';

/** A group as seen by one caller. */
export type Group = RowOf<ReturnType<typeof groupColumns>>;
