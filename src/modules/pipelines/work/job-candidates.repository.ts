import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { select, timestamptz } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { CiJobEntity } from '../records/ci-job.entity.js';
import type { Runner } from '../runners/runner.js';

const CANDIDATE_COLUMNS = columnsOf(CiJobEntity, 'w', 'id', 'pipelineId');
const NEWEST_COLUMNS = { ...columnsOf(CiJobEntity, 'j', 'id'), at: timestamptz`j.queued_at` };

/** A job that a runner may take. */
export type Candidate = RowOf<typeof CANDIDATE_COLUMNS>;

/** Same condition as the index, so that one step in the index finds the next project, or the next job of a project. */
const WAITING = sql`status = 'pending' and kind = 'build'`;
/** Maximum number of jobs that other runners may take between the read and the claim. */
const LOOKED_AT = 100;
/** Maximum number of jobs that may become pending while one transaction makes jobs pending. */
const NEWEST = 100;

/** Finds work for runners (contract: triggers §9 Taking a job). */
@Injectable()
export class JobCandidatesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Claims, until the transaction ends, the first pending job that the runner may take and no other request is taking:
   * first projects with fewer jobs on this runner, then the oldest job. The claim is an advisory lock: runners skip
   * jobs claimed by others, and never wait for a pipeline that has its jobs locked.
   */
  claim(runner: Runner): Promise<Candidate | null> {
    const waiting = sql`
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
        where not p.pending_delete and not p.archived and p.jobs_enabled and (${reachOf(runner)})
        order by coalesce(b.jobs, 0), j.queued_at, j.id limit ${LOOKED_AT})`;
    return this.database.row(
      select(
        CANDIDATE_COLUMNS,
        sql`from waiting w where pg_try_advisory_xact_lock(hashtextextended('ci job', w.id)) limit 1`,
        waiting,
      ),
    );
  }

  /**
   * Returns the jobs that became pending last, each with the time. It returns more than one, because a job that became
   * pending earlier may become visible later, when its transaction took longer.
   */
  async newest(): Promise<string[]> {
    const rows = await this.database.rows(
      select(NEWEST_COLUMNS, sql`from ci_jobs j where ${WAITING} order by j.queued_at desc, j.id desc limit ${NEWEST}`),
    );
    return rows.map(({ id, at }) => `${at} ${id}`);
  }
}

/**
 * Projects in which the runner may look for jobs: its own, or those with waiting jobs, found one by one in the index.
 */
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
      return sql`${groupId}::bigint = any(s.traversal_ids)`;
    case 'project_type':
      return sql`true`;
  }
}
