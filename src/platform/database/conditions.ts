import sql, { empty, join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** The conjunction of the conditions, each of which may contain an `or`. */
export const allOf = (conditions: readonly Sql[]): Sql =>
  join(
    conditions.map((condition) => sql`(${condition})`),
    ' and ',
  );

export const whereOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? empty : sql`where ${allOf(conditions)}`;
