import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** A condition that is asked of each row by itself: nothing is joined for it, and no index is read for it instead. */
export const rowByRow = (condition: Sql): Sql => sql`(${condition}) is true`;
