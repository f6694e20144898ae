import sql from 'sql-template-tag';
import { containing } from '../../platform/database/like.js';
import type { Role } from '../access/role.js';
import type { IdSet } from '../../platform/database/id-set.js';
import type { ListCondition } from '../../platform/database/list-range.js';
import { liveNamespaceSet, ownNamespaceSet } from '../access/levels.sql.js';

export interface NamespaceConditions {
  readonly search: string | undefined;
  /** Restricts the list to the user's own namespace and groups in which they have this role. */
  readonly member: { readonly userId: number; readonly least: Role } | undefined;
}

/** For `namespaces n` (contract: core §9). */
export function namespaceConditions({ search, member }: NamespaceConditions): ListCondition[] {
  const part = containing(search ?? '');
  return [...(search ? [named(part)] : []), member ? ownNamespaceSet(member.userId, member.least) : liveNamespaceSet];
}

const named = (part: string): IdSet => ({
  ids: sql`
    select s.namespace_id as id from routes s where s.path ilike ${part} and s.namespace_id is not null
    union all
    select n.id from namespaces n where n.name ilike ${part}
      and not exists (select 1 from routes s where s.namespace_id = n.id and s.path ilike ${part})`,
  condition: sql`
    n.name ilike ${part} or exists (select 1 from routes s where s.namespace_id = n.id and s.path ilike ${part})`,
  includes: [],
});
