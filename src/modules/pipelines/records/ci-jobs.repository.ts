import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, nullable, returning, select, texts } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { MAY_RUN_JOBS } from '../../../core/job-tokens/job-access.sql.js';
import type { NewJob, ShownJob } from '../jobs/ci-job.js';
import type { WaitingJob } from '../processing/next-statuses.js';
import type { Status } from '../../../core/job-tokens/job-status.js';
import { SHOWN_JOB_COLUMNS } from './ci-job.columns.js';
import { CiJobEntity } from './ci-job.entity.js';

/** Statuses of jobs by id. */
export type JobStatuses = ReadonlyMap<number, Status>;

const ID = columnsOf(CiJobEntity, 'j', 'id');
const NEXT_ID = { id: bigint`nextval(pg_get_serial_sequence('ci_jobs', 'id'))` };
const IDS = columnsOf(CiJobEntity, 'j', 'id', 'pipelineId');
const WAITING_COLUMNS = {
  ...columnsOf(CiJobEntity, 'j', 'id', 'name', 'stagePosition', 'status', 'allowFailure'),
  when: columnsOf(CiJobEntity, 'j').runWhen,
  needs: nullable(
    texts`case when j.needs is not null then array(select n ->> 'job' from jsonb_array_elements(j.needs) n) end`,
  ),
};

/** Values of the job that replaces another one. */
interface NextAttempt {
  readonly status: 'created' | 'pending';
  readonly userId: Sql;
  readonly attempt: Sql;
}

/** For `ci_jobs j`. */
const newestIn = (pipelineId: number): Sql =>
  sql`where j.pipeline_id = ${pipelineId} and not j.is_retried order by j.stage_position, j.id`;

/** Jobs of pipelines; their statuses are only changed under the pipeline's row lock (contract: triggers §6). */
@Injectable()
export class CiJobsRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** Returns the ids of jobs to come, so that what belongs to them can be sent together with them. */
  async nextIds(count: number): Promise<number[]> {
    const rows = await this.database.rows(select(NEXT_ID, sql`from generate_series(1, ${count}::integer)`));
    return rows.map(({ id }) => id);
  }

  async insert(
    owner: { projectId: number; pipelineId: number; userId: number | null },
    jobs: readonly NewJob[],
  ): Promise<void> {
    if (jobs.length === 0) {
      return;
    }
    const rows = jobs.map((job) => ({
      ...job,
      variables: this.box.seal(job.variables).toString('base64'),
    }));
    await this.database.runWithNext(sql`
      insert into ci_jobs (id, project_id, pipeline_id, user_id, name, stage, stage_position, status, run_when, start_in,
                           allow_failure, allowed_exit_codes, needs, tags, options, variables, timeout, retry_max,
                           retry_when, is_interruptible, is_protected, coverage_pattern)
      overriding system value
      select j.id, ${owner.projectId}, ${owner.pipelineId}, ${owner.userId}, j.name, j.stage, j."stagePosition", j.status, j."when",
             j."startIn", j."allowFailure", j."allowedExitCodes", j.needs, j.tags, j.options::jsonb, decode(j.variables, 'base64'),
             j.timeout, j."retryMax", j."retryWhen", j."isInterruptible", j."isProtected", j."coveragePattern"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as j (
        id bigint, name text, stage text, "stagePosition" integer, status text, "when" text, "startIn" integer,
        "allowFailure" boolean, "allowedExitCodes" integer[], needs jsonb, tags text[], options text, variables text,
        timeout integer, "retryMax" integer, "retryWhen" text[], "isInterruptible" boolean, "isProtected" boolean,
        "coveragePattern" text)`);
  }

  /** Returns the newest jobs of a pipeline, in their order. */
  newestOf(pipelineId: number): Promise<WaitingJob[]> {
    return this.database.rows(select(WAITING_COLUMNS, sql`from ci_jobs j ${newestIn(pipelineId)}`));
  }

  /** Returns the newest jobs of a pipeline in the form shown to users, in their order. */
  shownOf(pipelineId: number): Promise<ShownJob[]> {
    return this.database.rows(select(SHOWN_JOB_COLUMNS, sql`from ci_jobs j ${newestIn(pipelineId)}`));
  }

  async cancelUnended(pipelineId: number): Promise<void> {
    await this.database.run(sql`
      update ci_jobs
      set status = 'canceled', due_at = null, finished_at = now(), updated_at = now()
      where pipeline_id = ${pipelineId} and not is_retried and status not in ('success', 'failed', 'canceled', 'skipped')`);
  }

  /** Unfinished jobs of this user, or of deleted users, who may no longer run jobs in their project. */
  withoutAccess(userId: number, limit: number): Promise<RowOf<typeof IDS>[]> {
    return this.database.rows(
      select(
        IDS,
        sql`from ci_jobs j join projects p on p.id = j.project_id left join users u on u.id = j.user_id
          where (j.user_id = ${userId} or j.user_id is null) and j.kind = 'build' and not j.is_retried
            and j.status in ('created', 'waiting_for_resource', 'preparing', 'pending', 'running', 'manual', 'scheduled')
            and not ${MAY_RUN_JOBS}
          order by j.id limit ${limit}`,
      ),
    );
  }

  /** Whether the job's user may still run it. */
  isPermitted(id: number): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from ci_jobs j join projects p on p.id = j.project_id join users u on u.id = j.user_id
      where j.id = ${id} and ${MAY_RUN_JOBS}`);
  }

  /** Replaces each failed or canceled job by a new one, which waits for its turn; returns the number of new jobs. */
  async retryFailed(pipelineId: number, userId: number): Promise<number> {
    const which = sql`pipeline_id = ${pipelineId} and status in ('failed', 'canceled') and kind = 'build'`;
    return (await this.replace(which, { status: 'created', userId: sql`${userId}::bigint`, attempt: sql`0` })).length;
  }

  /**
   * Replaces a job that has run by a new one, which is pending at once on behalf of that user; returns its id, or null
   * for a job that cannot be retried.
   */
  async retryOne(id: number, userId: number): Promise<number | null> {
    const which = sql`id = ${id} and status in ('success', 'failed', 'canceled') and kind = 'build'`;
    const next = { status: 'pending', userId: sql`${userId}::bigint`, attempt: sql`0` } as const;
    const [retried] = await this.replace(which, next);
    return retried ?? null;
  }

  /** Creates the next attempt of a failed job, as its definition wants. */
  async retryByItself(id: number): Promise<void> {
    await this.replace(sql`id = ${id}`, { status: 'pending', userId: sql`user_id`, attempt: sql`attempt + 1` });
  }

  /** Makes skipped jobs wait for their turn again. */
  async reviveSkipped(pipelineId: number): Promise<void> {
    await this.database.run(sql`
      update ci_jobs set status = 'created', updated_at = now()
      where pipeline_id = ${pipelineId} and not is_retried and status = 'skipped'`);
  }

  /** An exit code that the definition allows applies to the job that ended with it, not to its replacement. */
  private async replace(which: Sql, { status, userId, attempt }: NextAttempt): Promise<number[]> {
    const rows = await this.database.rows(
      returning(
        ID,
        sql`
          with old as (
            update ci_jobs set is_retried = true, updated_at = now() where not is_retried and ${which} returning *)
          insert into ci_jobs as j (project_id, pipeline_id, user_id, name, stage, stage_position, status, run_when,
                                    start_in, allow_failure, allowed_exit_codes, needs, tags, options, variables, timeout,
                                    retry_max, retry_when, attempt, is_interruptible, is_protected, coverage_pattern,
                                    play_variables, queued_at)
          select project_id, pipeline_id, ${userId}, name, stage, stage_position, ${status}, run_when, start_in,
                 allow_failure and allowed_exit_codes is null, allowed_exit_codes, needs, tags, options, variables, timeout,
                 retry_max, retry_when, ${attempt}, is_interruptible, is_protected, coverage_pattern, play_variables,
                 case when ${status} = 'pending' then now() end
          from old order by id`,
      ),
    );
    return rows.map(({ id }) => id);
  }

  /** Sets the new status of each job; a job that becomes `scheduled` is due after its delay. */
  async move(statuses: JobStatuses): Promise<void> {
    await this.database.runWithNext(sql`
      update ci_jobs j
      set status = m.status, updated_at = now(),
          queued_at = case when m.status = 'pending' then now() else j.queued_at end,
          due_at = case when m.status = 'scheduled' then now() + coalesce(j.start_in, 0) * interval '1 second' end,
          finished_at = case when m.status in ('skipped', 'canceled') and j.started_at is not null then now() else j.finished_at end
      from unnest(${[...statuses.keys()]}::bigint[], ${[...statuses.values()]}::text[]) as m (id, status)
      where j.id = m.id`);
  }
}
