import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** A condition that is evaluated for each row: the planner can neither turn it into a join nor use an index for it. */
export const rowByRow = (condition: Sql): Sql => sql`(${condition}) is true`;
