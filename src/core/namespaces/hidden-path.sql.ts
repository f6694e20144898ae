import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/**
 * Path of a deleted record, so that its name is free at once, for `routes r`. If this very path is taken by another
 * record, a character is appended that no user-chosen path may contain: otherwise that record would prevent the
 * deletion (contract: core §2 Paths, §10).
 */
export function hiddenPath(id: Sql): Sql {
  const path = sql`(r.path || '-deleted-' || ${id})`;
  return sql`${path} || case when exists (
    select 1 from routes taken where lower(taken.path) collate "C" = lower(${path})) then '~' || r.id else '' end`;
}
