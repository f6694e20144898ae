import { columnsOf } from '../../../platform/database/columns-of.js';
import { bigint } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { AlertEntity } from '../records/alert.entity.js';

/** Columns of `alerts a`, grouped by status. */
export const STATUS_COUNT = { ...columnsOf(AlertEntity, 'a', 'status'), count: bigint`count(*)` };
export type StatusCount = RowOf<typeof STATUS_COUNT>;
