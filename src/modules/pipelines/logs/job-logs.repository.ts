import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bytea, select, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { CiJobEntity } from '../records/ci-job.entity.js';
import { CiJobLogEntity } from './ci-job-log.entity.js';
import type { JobLog, LogPart, LogState } from './job-log.js';
import { maskAll } from './log-masking.js';

const PART_COLUMNS = columnsOf(CiJobLogEntity, 'l', 'blobKey', 'position', 'size');
const STATE_COLUMNS = columnsOf(CiJobEntity, 'j', 'logSize', 'logTail', 'logSecrets');
const { logSecrets: SECRETS } = STATE_COLUMNS;
const SEARCH_COLUMNS = { ...columnsOf(CiJobEntity, 'j', 'projectId'), pattern: text`j.coverage_pattern` };

/** A part that was masked and stored, with the runner's offsets. */
export interface LogAppend {
  /** Number of bytes received before the part. */
  readonly from: number;
  readonly received: number;
  readonly held: Buffer;
  /** Null when the whole part is withheld. */
  readonly stored: { readonly blobKey: string; readonly size: number } | null;
}

const BINARY = 'latin1';

/** Logs of jobs: parts in the blob store, and the withheld end in sealed form (contract: triggers §9, §13). */
@Injectable()
export class JobLogsRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** Returns the log; it includes the withheld end once the job no longer runs. */
  async read(jobId: number): Promise<JobLog> {
    const parts = await this.database.rows(
      select(PART_COLUMNS, sql`from ci_job_logs l where l.job_id = ${jobId} order by l.position`),
    );
    const row = await this.database.row(
      select(
        { tail: bytea`j.log_tail`, secrets: SECRETS },
        sql`from ci_jobs j where j.id = ${jobId} and j.status <> 'running' and j.log_tail is not null`,
      ),
    );
    const rest = row ? await maskAll(this.openBytes(row.tail), this.openSecrets(row.secrets)) : Buffer.alloc(0);
    return { parts, rest, size: parts.reduce((sum, { size }) => sum + size, rest.length) };
  }

  /** Null for a job that is not running. */
  async state(jobId: number): Promise<LogState | null> {
    const row = await this.database.row(
      select(STATE_COLUMNS, sql`from ci_jobs j where j.id = ${jobId} and j.status = 'running'`),
    );
    return (
      row && {
        received: row.logSize,
        held: row.logTail ? this.openBytes(row.logTail) : Buffer.alloc(0),
        secrets: this.openSecrets(row.logSecrets),
      }
    );
  }

  /** Sets the secrets that are masked in further parts. */
  async setSecrets(jobId: number, secrets: readonly string[]): Promise<void> {
    const sealed = this.box.seal(JSON.stringify(secrets));
    await this.database.run(sql`
      update ci_jobs set log_secrets = ${sealed} where id = ${jobId} and status = 'running'`);
  }

  /** Returns false when the job has ended, or another request has stored the same part. */
  async append(jobId: number, { from, received, held, stored }: LogAppend): Promise<boolean> {
    const tail = held.length === 0 ? null : this.box.seal(held.toString(BINARY));
    const changed = await this.database.run(sql`
      with appended as (
        update ci_jobs set log_size = ${received}, log_tail = ${tail}, heartbeat_at = now()
        where id = ${jobId} and status = 'running' and log_size = ${from} returning id),
      part as (
        insert into ci_job_logs (job_id, position, size, blob_key)
        select id, coalesce((select max(l.position + l.size) from ci_job_logs l where l.job_id = appended.id), 0),
               ${stored?.size ?? 0}, ${stored?.blobKey ?? ''}
        from appended where ${stored !== null})
      select id from appended`);
    return changed > 0;
  }

  /** Replaces these parts by one; returns false when they no longer exist or the job still runs. */
  async replace(
    jobId: number,
    parts: readonly LogPart[],
    { blobKey, size }: Pick<LogPart, 'blobKey' | 'size'>,
  ): Promise<boolean> {
    await this.database.run(sql`select 1 from ci_jobs where id = ${jobId} and status <> 'running' for update`);
    const keys = parts.map((part) => part.blobKey);
    const removed = await this.database.run(sql`
      delete from ci_job_logs l using ci_jobs j
      where j.id = l.job_id and j.status <> 'running' and l.job_id = ${jobId} and l.blob_key = any(${keys}::text[])`);
    if (removed === 0) {
      return false;
    }
    await this.database.repository(CiJobLogEntity).insert({ jobId, position: 0, size, blobKey });
    return true;
  }

  /** Returns the coverage pattern of the job's definition; null if there is none. */
  coverageSearch(jobId: number): Promise<RowOf<typeof SEARCH_COLUMNS> | null> {
    return this.database.row(
      select(SEARCH_COLUMNS, sql`from ci_jobs j where j.id = ${jobId} and j.coverage_pattern is not null`),
    );
  }

  private openSecrets(sealed: Buffer | null): readonly string[] {
    return sealed ? readTexts(JSON.parse(this.box.open(sealed))) : [];
  }

  private openBytes(sealed: Buffer): Buffer {
    return Buffer.from(this.box.open(sealed), BINARY);
  }
}

const readTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
