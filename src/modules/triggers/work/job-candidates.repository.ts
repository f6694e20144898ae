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

/** So many at most are taken by others between the look and the claim. */
const LOOKED_AT = 100;

/** Finds work for runners (contract: triggers §9 Taking a job). */
@Injectable()
export class JobCandidates {
  constructor(private readonly database: Database) {}

  /**
   * The first pending job that the runner may take and nobody else is taking, claimed until the transaction ends:
   * projects with fewer jobs on this runner before others, then the oldest. The claim is an advisory lock: it makes
   * runners pass over each other's jobs, and never waits for a pipeline that holds its jobs.
   */
  claim(runner: Runner): Promise<Candidate | null> {
    return this.database.row<Candidate>(sql`
      with busy as (
        select project_id, count(*) as jobs from ci_jobs
        where status = 'running' and kind = 'build' and runner_id = ${runner.id} group by project_id),
      waiting as materialized (
        select j.id, j.pipeline_id from ci_jobs j
          join projects p on p.id = j.project_id join namespaces s on s.id = p.namespace_id
          left join busy b on b.project_id = j.project_id
        where j.status = 'pending' and j.kind = 'build' and not j.is_retried and not p.pending_delete and not p.archived
          and (${reachOf(runner)}) and j.tags <@ ${[...runner.tags]}::text[]
          and (${runner.runUntagged} or j.tags <> '{}') and (${runner.accessLevel === 'not_protected'} or j.is_protected)
        order by coalesce(b.jobs, 0), j.queued_at, j.id limit ${LOOKED_AT})
      select id, pipeline_id as "pipelineId" from waiting
      where pg_try_advisory_xact_lock(hashtextextended('ci job', id)) limit 1`);
  }

  /** Changes whenever a job becomes pending. */
  async newest(): Promise<string> {
    const row = await this.database.row<{ id: number; at: string }>(sql`
      select id, queued_at as at from ci_jobs where status = 'pending' and kind = 'build'
      order by queued_at desc, id desc limit 1`);
    return row ? `${row.at} ${row.id}` : '';
  }
}

/** For `projects p` in `namespaces s`. */
function reachOf({ id, type, groupId }: Runner): Sql {
  switch (type) {
    case 'instance_type':
      return sql`p.shared_runners_enabled`;
    case 'group_type':
      return sql`s.traversal_ids @> array[${groupId}::bigint]`;
    case 'project_type':
      return sql`exists (select 1 from ci_runner_projects a where a.runner_id = ${id} and a.project_id = p.id)`;
  }
}
