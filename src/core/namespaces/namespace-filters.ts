import sql from 'sql-template-tag';
import { containing } from '../../platform/database/like.js';
import type { Sql } from 'sql-template-tag';
import type { Role } from '../access/role.js';
import { memberNamespaces } from '../access/levels.sql.js';

export interface NamespaceConditions {
  readonly search: string | undefined;
  /** Only the user's own and those of groups where they have this role. */
  readonly member: { readonly userId: number; readonly least: Role } | undefined;
}

/** For `namespaces n join routes r` (contract: core §9). */
export function namespaceConditions({ search, member }: NamespaceConditions): Sql[] {
  const part = containing(search ?? '');
  return [
    ...(member
      ? [sql`n.owner_id = ${member.userId} or n.id in (${memberNamespaces(member.userId, member.least)})`]
      : []),
    ...(search ? [sql`n.name ilike ${part} or r.path ilike ${part}`] : []),
  ];
}
