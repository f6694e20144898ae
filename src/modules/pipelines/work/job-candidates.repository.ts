import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import type { Runner } from '../runners/runner.js';

/** A job that may be taken. */
export interface Candidate {
  readonly id: number;
  readonly pipelineId: number;
}

/** As the index has them, so that a step in it finds the next project, or the next job of one. */
const WAITING = sql`status = 'pending' and kind = 'build'`;
/** So many at most are taken by others between the look and the claim. */
const LOOKED_AT = 100;

/** Finds work for runners (contract: triggers §9 Taking a job). */
@Injectable()
export class JobCandidatesRepository {
  constructor(private readonly database: Database) {}

  /**
   * The first pending job that the runner may take and nobody else is taking, claimed until the transaction ends:
   * projects with fewer jobs on this runner before others, then the oldest. The claim is an advisory lock: it makes
   * runners pass over each other's jobs, and never waits for a pipeline that holds its jobs.
   */
  claim(runner: Runner): Promise<Candidate | null> {
    return this.database.row<Candidate>(sql`
      with recursive busy as (
        select project_id, count(*) as jobs from ci_jobs
        where status = 'running' and kind = 'build' and runner_id = ${runner.id} group by project_id),
      projects_with_jobs as (${projectsOf(runner)}),
      waiting as materialized (
        select j.id, j.pipeline_id from projects_with_jobs w
          join projects p on p.id = w.project_id join namespaces s on s.id = p.namespace_id
          left join busy b on b.project_id = p.id
          cross join lateral (
            select id, pipeline_id, queued_at from ci_jobs
            where ${WAITING} and project_id = p.id and not is_retried and tags <@ ${[...runner.tags]}::text[]
              and (${runner.runUntagged} or tags <> '{}') and (${runner.accessLevel === 'not_protected'} or is_protected)
            order by queued_at, id limit ${LOOKED_AT}) j
        where not p.pending_delete and not p.archived and (${reachOf(runner)})
        order by coalesce(b.jobs, 0), j.queued_at, j.id limit ${LOOKED_AT})
      select id, pipeline_id as "pipelineId" from waiting
      where pg_try_advisory_xact_lock(hashtextextended('ci job', id)) limit 1`);
  }

  /** Changes whenever a job becomes pending. */
  async newest(): Promise<string> {
    const row = await this.database.row<{ id: number; at: string }>(sql`
      select id, queued_at as at from ci_jobs where ${WAITING}
      order by queued_at desc, id desc limit 1`);
    return row ? `${row.at} ${row.id}` : '';
  }
}

/** Projects in which the runner may look for jobs: its own, or step by step those where some wait. */
function projectsOf({ id, type }: Runner): Sql {
  return type === 'project_type'
    ? sql`select project_id from ci_runner_projects where runner_id = ${id}`
    : sql`
        (select project_id from ci_jobs where ${WAITING} order by project_id limit 1)
        union all
        select (select project_id from ci_jobs where ${WAITING} and project_id > w.project_id order by project_id limit 1)
        from projects_with_jobs w where w.project_id is not null`;
}

/** For `projects p` in `namespaces s`. */
function reachOf({ type, groupId }: Runner): Sql {
  switch (type) {
    case 'instance_type':
      return sql`p.shared_runners_enabled`;
    case 'group_type':
      return sql`s.traversal_ids @> array[${groupId}::bigint]`;
    case 'project_type':
      return sql`true`;
  }
}
