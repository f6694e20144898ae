import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { GHOST_ID } from '../../../core/users/user.columns.js';
import type { Status } from '../../../core/job-tokens/job-status.js';
import { timeIs } from '../../../platform/database/time-filter.js';
import type { PipelineSource } from '../pipeline-source.js';

export const PIPELINE_SCOPES = ['running', 'pending', 'finished', 'branches', 'tags'] as const;
export type PipelineScope = (typeof PIPELINE_SCOPES)[number];

/** Filters for the pipelines of a project (contract: triggers §4, §16.6). */
export interface PipelineFilters {
  readonly scope?: PipelineScope | undefined;
  readonly status?: Status | undefined;
  readonly ref?: string | undefined;
  readonly sha?: string | undefined;
  readonly source?: PipelineSource | undefined;
  readonly hasYamlErrors?: boolean | undefined;
  readonly username?: string | undefined;
  readonly eventType?: string | undefined;
  readonly updatedBefore?: Date | undefined;
  readonly updatedAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly createdAfter?: Date | undefined;
}

const SCOPES: Readonly<Record<PipelineScope, Sql>> = {
  running: sql`p.status = 'running'`,
  pending: sql`p.status = 'pending'`,
  finished: sql`p.status in ('success', 'failed', 'canceled')`,
  branches: sql`not p.is_tag`,
  tags: sql`p.is_tag`,
};

/**
 * The `user_id` of the user's pipelines; 0 for deleted accounts, whose pipelines are shown as those of the ghost user.
 */
const userIdOf = (username: string): Sql => sql`
  select case when u.id = ${GHOST_ID} then 0 else u.id end from users u where lower(u.username) = lower(${username})`;

/** Conditions for the filters, for `ci_pipelines p` (contract: triggers §4). */
export function pipelineConditions(projectId: number | Sql, filters: PipelineFilters): Sql[] {
  const { scope, status, ref, sha, source, hasYamlErrors, username, eventType } = filters;
  const { updatedBefore, updatedAfter, createdBefore, createdAfter } = filters;
  return [
    sql`p.project_id = ${projectId}`,
    scope !== undefined && SCOPES[scope],
    status !== undefined && sql`p.status = ${status}`,
    ref !== undefined && sql`p.ref = ${ref}`,
    sha !== undefined && sql`p.sha = ${sha}`,
    source !== undefined && sql`p.source = ${source}`,
    eventType !== undefined && sql`p.event_type = ${eventType}`,
    hasYamlErrors !== undefined && (hasYamlErrors ? sql`p.yaml_errors is not null` : sql`p.yaml_errors is null`),
    username !== undefined && sql`coalesce(p.user_id, 0) = (${userIdOf(username)})`,
    updatedBefore && timeIs(sql`p.updated_at`, '<', updatedBefore),
    updatedAfter && timeIs(sql`p.updated_at`, '>', updatedAfter),
    createdBefore && timeIs(sql`p.created_at`, '<', createdBefore),
    createdAfter && timeIs(sql`p.created_at`, '>', createdAfter),
  ].filter((condition) => condition instanceof Object);
}
