import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { returning } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { FailureReason } from '../jobs/failure-reason.js';
import { CiJobEntity } from '../records/ci-job.entity.js';

/** Result of a job. */
export interface JobOutcome {
  readonly status: 'success' | 'failed';
  readonly failureReason: FailureReason | null;
  readonly exitCode: number | null;
  /** In percent, from the log. */
  readonly coverage: number | null;
}

/** The fields that decide whether a failed job is retried. */
export type RetryRule = RowOf<typeof RETRY_COLUMNS>;
const RETRY_COLUMNS = columnsOf(CiJobEntity, 'j', 'projectId', 'attempt', 'retryMax', 'retryWhen');

/** The runner that takes a job, and the data stored with it. */
export interface JobTaking {
  readonly runnerId: number;
  readonly tokenDigest: Buffer;
  /** Maximum duration of the job in seconds. */
  readonly timeout: number;
  /** Texts that must never appear in the job's log. */
  readonly secrets: readonly string[];
}

/** Changes single jobs, always under the row lock of their pipeline (contract: triggers §6, §7, §9). */
@Injectable()
export class JobMovesRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  async cancel(id: number): Promise<boolean> {
    const changed = await this.database.run(sql`
      update ci_jobs
      set status = 'canceled', due_at = null, finished_at = now(), updated_at = now()
      where id = ${id} and not is_retried and status not in ('success', 'failed', 'canceled', 'skipped')`);
    return changed > 0;
  }

  /** Makes a manual or scheduled job pending, on behalf of that user. */
  async play(id: number, userId: number, variables: Readonly<Record<string, string>>): Promise<boolean> {
    const changed = await this.database.run(sql`
      update ci_jobs
      set status = 'pending', queued_at = now(), due_at = null, user_id = ${userId},
          play_variables = ${this.box.seal(JSON.stringify(variables))}, updated_at = now()
      where id = ${id} and not is_retried and status in ('manual', 'scheduled')`);
    return changed > 0;
  }

  /** Deletes the log and the artifacts of an ended job. */
  async erase(id: number): Promise<boolean> {
    const changed = await this.database.run(sql`
      with erased as (
        update ci_jobs
        set erased_at = now(), log_size = 0, log_tail = null, artifacts_expire_at = null, report_variables = null,
            updated_at = now()
        where id = ${id} and kind = 'build' and status in ('success', 'failed', 'canceled', 'skipped') returning id),
      logs as (delete from ci_job_logs where job_id in (select id from erased)),
      artifacts as (delete from ci_artifacts where job_id in (select id from erased))
      select id from erased`);
    return changed > 0;
  }

  /**
   * Starts a pending job; returns false when the job is no longer available, or this runner was paused or removed in
   * the meantime.
   */
  async take(id: number, { runnerId, tokenDigest, timeout, secrets }: JobTaking): Promise<boolean> {
    const changed = await this.database.run(sql`
      update ci_jobs
      set status = 'running', runner_id = ${runnerId}, token_digest = ${tokenDigest}, started_at = now(),
          due_at = now() + ${timeout} * interval '1 second', heartbeat_at = now(),
          log_secrets = ${this.box.seal(JSON.stringify(secrets))}, updated_at = now()
      where id in (
        select id from ci_jobs where id = ${id} and status = 'pending' and kind = 'build' and not is_retried
        for update skip locked)
        and exists (select 1 from ci_runners n where n.id = ${runnerId} and not n.is_paused for key share)`);
    return changed > 0;
  }

  /** Ends a pending or running job; returns null when it is neither any more. */
  end(id: number, outcome: JobOutcome): Promise<RetryRule | null> {
    return this.database.row(
      returning(
        RETRY_COLUMNS,
        sql`
          update ci_jobs j
          set status = ${outcome.status}, failure_reason = ${outcome.failureReason}, exit_code = ${outcome.exitCode},
              coverage = ${outcome.coverage}, finished_at = now(), due_at = null, heartbeat_at = null,
              allow_failure = allow_failure or coalesce(${outcome.exitCode} = any(allowed_exit_codes), false),
              updated_at = now()
          where id = ${id} and status in ('pending', 'running')`,
      ),
    );
  }

  /** Makes delayed jobs of the pipeline pending whose delay has passed. */
  async releaseDelayed(pipelineId: number): Promise<void> {
    await this.database.run(sql`
      update ci_jobs set status = 'pending', queued_at = now(), due_at = null, updated_at = now()
      where pipeline_id = ${pipelineId} and not is_retried and status = 'scheduled' and due_at <= now()`);
  }
}
