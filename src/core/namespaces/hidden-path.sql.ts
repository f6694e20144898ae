import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/**
 * What becomes of the path of something that is deleted, so that its name is free at once, for `routes r`. Where somebody
 * gave this very path to something else, a sign follows that no path of theirs can have: they would keep it from being
 * deleted (contract: core §2 Paths, §10).
 */
export function hiddenPath(id: Sql): Sql {
  const path = sql`(r.path || '-deleted-' || ${id})`;
  return sql`${path} || case when exists (
    select 1 from routes taken where lower(taken.path) collate "C" = lower(${path})) then '~' || r.id else '' end`;
}
