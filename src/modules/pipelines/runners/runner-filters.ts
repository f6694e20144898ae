import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Group } from '../../../core/groups/group.js';
import { holdsNamespace, holdsProject, memberNamespaces, memberProjectSet } from '../../../core/access/levels.sql.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import type { IdSet } from '../../../platform/database/id-set.js';
import { isOnline } from './runner.columns.js';
import type { RunnerFilters, RunnerState } from './runner.js';

/** Runners that the user may manage by a role, for `ci_runners n` (contract: triggers §9). */
export const managedBy = (userId: number): Sql => sql`
  case n.runner_type
    when 'group_type' then ${holdsNamespace(userId, Role.Owner, sql`n.group_id`)}
    when 'project_type' then (
      select true from ci_runner_projects a join projects p on p.id = a.project_id
      where a.runner_id = n.id and not p.pending_delete and ${holdsProject(userId, Role.Maintainer)} limit 1)
    else false end`;

/**
 * Like {@link managedBy}, for lists. A runner of several projects is listed once, for the first project that the user
 * manages.
 */
export const managedRunnerSet = (userId: number): IdSet => {
  const held = memberProjectSet(userId, Role.Maintainer).ids;
  return {
    ids: sql`
      select n.id from (${memberNamespaces(userId, Role.Owner)}) owned
        cross join lateral (select n.id from ci_runners n where n.group_id = owned.id offset 0) n
      union all
      select a.runner_id from (${held}) held
        cross join lateral (select a.runner_id, a.project_id from ci_runner_projects a where a.project_id = held.id offset 0) a
      where (
        select true from ci_runner_projects first join projects p on p.id = first.project_id
        where first.runner_id = a.runner_id and first.project_id < a.project_id and not p.pending_delete
          and ${holdsProject(userId, Role.Maintainer)} limit 1) is not true`,
    condition: managedBy(userId),
    includes: [],
  };
};

const INSTANCE_RUNNERS = sql`select n.id from ci_runners n where n.runner_type = 'instance_type'`;

/** Runners that take the project's jobs. */
export const servingProject = ({ id, traversalIds, namespaceKind, sharedRunnersEnabled }: Project): IdSet => {
  const groupIds = namespaceKind === 'group' ? [...traversalIds] : [];
  return {
    ids: sql`
      select n.id from (${INSTANCE_RUNNERS}) n where ${sharedRunnersEnabled}
      union all
      select n.id from ci_runners n where n.group_id = any(${groupIds}::bigint[])
      union all
      select a.runner_id from ci_runner_projects a where a.project_id = ${id}`,
    condition: sql`
      (n.runner_type = 'instance_type' and ${sharedRunnersEnabled})
      or n.group_id = any(${groupIds}::bigint[])
      or (select true from ci_runner_projects a where a.runner_id = n.id and a.project_id = ${id})`,
    includes: [],
  };
};

/** Runners that take the jobs of every project below the group. */
export const servingGroup = ({ traversalIds }: Group): IdSet => ({
  ids: sql`
    ${INSTANCE_RUNNERS}
    union all
    select n.id from ci_runners n where n.group_id = any(${[...traversalIds]}::bigint[])`,
  condition: sql`n.runner_type = 'instance_type' or n.group_id = any(${[...traversalIds]}::bigint[])`,
  includes: [],
});

/** Conditions for the filters, for `ci_runners n`. */
export function runnerConditions({ states, type, isPaused, tags }: RunnerFilters, lostAfterSeconds: number): Sql[] {
  return [
    ...states.map((state) => isInState(state, lostAfterSeconds)),
    ...(type === undefined ? [] : [sql`n.runner_type = ${type}`]),
    ...(isPaused === undefined ? [] : [sql`n.is_paused = ${isPaused}`]),
    ...(tags === undefined ? [] : [sql`n.tags @> ${[...tags]}::text[]`]),
  ];
}

function isInState(state: RunnerState, lostAfterSeconds: number): Sql {
  switch (state) {
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
