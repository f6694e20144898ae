import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Group } from '../../../core/groups/group.js';
import { holdsNamespace, holdsProject } from '../../../core/access/levels.sql.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import type { ListRunnersQuery, RunnerStatusWord } from './runners.dto.js';
import { isOnline } from './runner.columns.js';

/** Runners that the user may manage by a role, for `ci_runners n` (contract: triggers §9). */
export const managedBy = (userId: number): Sql => sql`
  case n.runner_type
    when 'group_type' then ${holdsNamespace(userId, Role.Owner, sql`n.group_id`)}
    when 'project_type' then (
      select true from ci_runner_projects a join projects p on p.id = a.project_id
      where a.runner_id = n.id and not p.pending_delete and ${holdsProject(userId, Role.Maintainer)} limit 1)
    else false end`;

/** Runners that take the project's jobs. */
export const servingProject = ({ id, traversalIds, namespaceKind, sharedRunnersEnabled }: Project): Sql => sql`
  (n.runner_type = 'instance_type' and ${sharedRunnersEnabled})
  or n.group_id = any(${namespaceKind === 'group' ? [...traversalIds] : []}::bigint[])
  or (select true from ci_runner_projects a where a.runner_id = n.id and a.project_id = ${id})`;

/** Runners that take the jobs of every project below the group. */
export const servingGroup = ({ traversalIds }: Group): Sql =>
  sql`n.runner_type = 'instance_type' or n.group_id = any(${[...traversalIds]}::bigint[])`;

/** For `ci_runners n`. */
export function runnerConditions(query: ListRunnersQuery, lostAfterSeconds: number): Sql[] {
  const { scope, status, type, tag_list: tags, paused } = query;
  return [
    ...[scope, status].flatMap((word) => (word === undefined ? [] : [statusIs(word, lostAfterSeconds)])),
    ...(type === undefined ? [] : [sql`n.runner_type = ${type}`]),
    ...(paused === undefined ? [] : [sql`n.is_paused = ${paused}`]),
    ...(tags === undefined ? [] : [sql`n.tags @> ${[...tags]}::text[]`]),
  ];
}

function statusIs(word: RunnerStatusWord, lostAfterSeconds: number): Sql {
  switch (word) {
    case 'active':
      return sql`not n.is_paused`;
    case 'paused':
      return sql`n.is_paused`;
    case 'online':
      return isOnline(lostAfterSeconds);
    case 'offline':
      return sql`not (${isOnline(lostAfterSeconds)})`;
    case 'never_contacted':
      return sql`n.contacted_at is null`;
  }
}
