import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Caller } from '../../../core/access/caller.js';
import { holdsProject } from '../../../core/access/levels.sql.js';
import { Role } from '../../../core/access/role.js';

/** Projects whose packages the caller may read, for `projects p` (contract: packages §2). */
export function readablePackages(caller: Caller): Sql {
  if (caller.isAdmin) {
    return sql`p.packages_enabled`;
  }
  const isOpen = caller.seesInternal ? sql`p.visibility <> 'private'` : sql`p.visibility = 'public'`;
  return caller.isAnonymous
    ? sql`p.packages_enabled and ${isOpen}`
    : sql`p.packages_enabled and (${isOpen}
        or p.visibility = 'internal' and ${holdsProject(caller.userId, Role.Guest)}
        or ${holdsProject(caller.userId, Role.Reporter)})`;
}

/** Projects whose packages the caller may delete unless they are archived, for `projects p`. */
export const deletablePackages = ({ isAdmin, userId }: Caller): Sql =>
  isAdmin ? sql`true` : sql`${holdsProject(userId, Role.Maintainer)} is true`;
