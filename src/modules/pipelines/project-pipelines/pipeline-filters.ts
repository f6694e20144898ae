import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { GHOST_ID } from '../../../core/users/user.columns.js';
import type { ListPipelinesQuery, PipelineScope } from './pipelines.dto.js';
import { timeIs } from '../../../platform/database/time-filter.js';

const SCOPES: Readonly<Record<PipelineScope, Sql>> = {
  running: sql`p.status = 'running'`,
  pending: sql`p.status = 'pending'`,
  finished: sql`p.status in ('success', 'failed', 'canceled')`,
  branches: sql`not p.is_tag`,
  tags: sql`p.is_tag`,
};

/** What pipelines of the user hold; 0 stands for accounts that are gone, whose pipelines are shown as the ghost's. */
const userIdOf = (username?: string): Sql => sql`
  select case when u.id = ${GHOST_ID} then 0 else u.id end from users u where lower(u.username) = lower(${username})`;

/** For `ci_pipelines p` (contract: triggers §4). */
export function pipelineConditions(projectId: number | Sql, query: ListPipelinesQuery): Sql[] {
  const given: readonly (readonly [unknown, () => Sql])[] = [
    [query.status, () => sql`p.status = ${query.status}`],
    [query.ref, () => sql`p.ref = ${query.ref}`],
    [query.sha, () => sql`p.sha = ${query.sha}`],
    [query.source, () => sql`p.source = ${query.source}`],
    [query.event_type, () => sql`p.event_type = ${query.event_type}`],
    [query.yaml_errors, () => (query.yaml_errors ? sql`p.yaml_errors is not null` : sql`p.yaml_errors is null`)],
    [query.username, () => sql`coalesce(p.user_id, 0) = (${userIdOf(query.username)})`],
  ];
  const scope = query.scope === undefined ? [] : [SCOPES[query.scope]];
  const times = [
    query.updated_before && timeIs(sql`p.updated_at`, '<', query.updated_before),
    query.updated_after && timeIs(sql`p.updated_at`, '>', query.updated_after),
    query.created_before && timeIs(sql`p.created_at`, '<', query.created_before),
    query.created_after && timeIs(sql`p.created_at`, '>', query.created_after),
  ].filter((condition) => condition !== undefined);
  const asked = given.filter(([value]) => value !== undefined).map(([, condition]) => condition());
  return [sql`p.project_id = ${projectId}`, ...scope, ...asked, ...times];
}
