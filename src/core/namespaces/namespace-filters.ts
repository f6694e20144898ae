import sql from 'sql-template-tag';
import { containing } from '../../platform/database/like.js';
import type { Role } from '../access/role.js';
import type { ListCondition } from '../../platform/database/list-query.js';
import { ownNamespaceSet } from '../access/levels.sql.js';

export interface NamespaceConditions {
  readonly search: string | undefined;
  /** Only the user's own and those of groups where they have this role. */
  readonly member: { readonly userId: number; readonly least: Role } | undefined;
}

/** For `namespaces n join routes r` (contract: core §9). */
export function namespaceConditions({ search, member }: NamespaceConditions): ListCondition[] {
  const part = containing(search ?? '');
  return [
    ...(member ? [ownNamespaceSet(member.userId, member.least)] : []),
    ...(search ? [sql`n.name ilike ${part} or r.path ilike ${part}`] : []),
  ];
}
