import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../common/errors/error-text.js';
import { Batches } from '../../common/concurrency/batches.js';
import { storable } from '../../common/text/storable.js';
import { HOUR_SECONDS } from '../../common/time/units.js';
import { takesNothing, waitedInVain } from '../database/database-errors.js';
import { Database } from '../database/database.js';
import { writeTo } from '../database/write-turns.js';
import { JobPostponed, JobUnrecoverable } from './job.js';
import { JobRegistry } from './job-registry.js';
import type { RegisteredJob } from './job-registry.js';
import { LEASE_SECONDS, Outbox } from './outbox.js';
import type { HeldJob, OutboxRow } from './outbox.js';

const GATHER_MS = 10;
const RENEW_MS = (LEASE_SECONDS * 1000) / 3;
const MAX_BACKOFF_SECONDS = HOUR_SECONDS;
const POSTPONED_SECONDS = 60;
/** Longer than the timeout for locks, so that jobs that wait for the same lock leave connections to others. */
const LOCKED_SECONDS = 15;
const ERROR_LENGTH = 2000;

const doubling = (attempt: number): number => Math.min(2 ** attempt, MAX_BACKOFF_SECONDS);

/** Performs one claimed job: renews its lease while it runs, then deletes, retries or marks it dead. */
@Injectable()
export class JobRunner {
  private readonly logger = new Logger('jobs');
  /** Jobs that end at about the same time are deleted together. */
  private readonly finished = new Batches<HeldJob>((jobs) => this.outbox.finish(jobs), GATHER_MS);
  private readonly running = new Map<number, { readonly owner: string; readonly abort: AbortController }>();

  constructor(
    private readonly outbox: Outbox,
    private readonly registry: JobRegistry,
    private readonly database: Database,
  ) {}

  /** Starts an attempt if `from`, the process that put the ticket into Redis, still holds the lease. */
  async begin(id: number, from: string, owner: string): Promise<void> {
    const row = await this.outbox.begin(id, from, owner);
    if (row) {
      await this.perform(row, owner);
    }
  }

  /** Performs the attempt of `owner`, which has been started. */
  async perform(row: OutboxRow, owner: string): Promise<void> {
    const job = this.registry.get(row.name);
    if (job) {
      await this.attempt(row, job, owner);
    }
  }

  /** Aborts running jobs and gives them back, so that another process continues at once. */
  async stop(): Promise<void> {
    const held = [...this.running];
    held.forEach(([, { abort }]) => {
      abort.abort();
    });
    for (const [id, { owner }] of held) {
      await this.outbox.handBack(owner, [id], true);
    }
  }

  get busy(): number {
    return this.running.size;
  }

  private async attempt(row: OutboxRow, job: RegisteredJob, owner: string): Promise<void> {
    const abort = new AbortController();
    this.running.set(row.id, { owner, abort });
    const renewal = setInterval(() => void this.renew(row.id, owner, abort), RENEW_MS);
    try {
      const run = { id: row.id, attempt: row.attempts, maxAttempts: row.maxAttempts, signal: abort.signal };
      await this.database.inBackground(() => writeTo(row.name, () => job.handler.perform(row.payload, run)));
      await this.finished.add({ id: row.id, owner });
    } catch (error) {
      await this.failed(row, job, owner, error);
    } finally {
      clearInterval(renewal);
      this.running.delete(row.id);
    }
  }

  private async renew(id: number, owner: string, abort: AbortController): Promise<void> {
    const held = await this.outbox.renew(id, owner).catch(() => true); // an unreachable database is not a lost lease
    if (!held) {
      abort.abort();
    }
  }

  private async failed(row: OutboxRow, job: RegisteredJob, owner: string, error: unknown): Promise<void> {
    const text = storable(errorText(error).slice(0, ERROR_LENGTH));
    if (error instanceof JobPostponed) {
      await this.outbox.postpone(row.id, owner, POSTPONED_SECONDS, text);
      return;
    }
    if (waitedInVain(error) || takesNothing(error)) {
      await this.outbox.postpone(row.id, owner, LOCKED_SECONDS, text); // not a failure of the job
      return;
    }
    const last = error instanceof JobUnrecoverable || row.attempts >= row.maxAttempts;
    this.logger.warn({ job: row.name, id: row.id, attempt: row.attempts, dead: last, error: text });
    if (last) {
      await this.outbox.markDead(row.id, owner, text);
      return;
    }
    const seconds = (job.kind.backoff ?? doubling)(row.attempts);
    await this.outbox.retry(row.id, owner, seconds * (1 + Math.random() / 10), text);
  }
}
