import { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { bigint } from '../database/typed-sql.js';
import type { Expression } from '../database/typed-sql.js';

/**
 * What a counter says for the row with this id: a number or a sum that lists show, and that would take too long to add
 * up for each. Exact at every moment: triggers append each change in the transaction of its cause, so that writers
 * never wait for one another, and a job folds the changes. The name is a literal, not input.
 */
export function counterOf(name: string, ownerId: Sql): Expression<number> {
  const counter = raw(`'${name}'`);
  return bigint`(
    select coalesce(sum(part.value), 0)::bigint from (
      select k.value from counters k where k.name = ${counter} and k.owner_id = ${ownerId}
      union all
      select k.change from counter_changes k where k.name = ${counter} and k.owner_id = ${ownerId}) part)`;
}
