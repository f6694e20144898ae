import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Caller } from '../../../core/access/caller.js';
import { holdsProject, visibleProjects } from '../../../core/access/levels.sql.js';
import { Role } from '../../../core/access/role.js';

/**
 * Condition for projects whose pipelines the caller may read, for `projects p`; null when there is no restriction
 * (contract: triggers §4).
 */
export function readablePipelines(caller: Caller): Sql | null {
  const visible = visibleProjects(caller);
  const { userId } = caller;
  return visible
    ? sql`(${visible}) and (p.public_jobs and p.visibility <> 'private' or ${holdsProject(userId, Role.Reporter)})`
    : null;
}
