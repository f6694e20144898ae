import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import type { Page } from '../../common/pagination/page.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Tx } from '../../platform/database/tx.js';
import type { JobRun } from '../../platform/queue/job.js';
import type { Caller } from '../access/caller.js';
import type { Operation } from './operation.js';
import { OperationsRepository } from './operations.repository.js';
import type { NewOperation, OperationRequests } from './operations.repository.js';

const PROGRESS_EVERY_MS = 1000;
const GAVE_UP = 'The work failed again and again.';

/** Thrown by the work of an operation to end it as failed; the message is shown to users. */
export class OperationRefused extends Error {}

/** Reports progress from inside the job of an operation. */
export interface Progress {
  /** Writes at most once a second; returns false when the work should stop because it was canceled. */
  advance(done: number, total?: number): Promise<boolean>;
}

/** Progress of work that can be paused. */
export interface PausableProgress extends Progress {
  /** Whether nothing new should begin for now; at most one second old. */
  readonly isPaused: boolean;
  /** Reads the current state; returns the same as `advance`. */
  ask(): Promise<boolean>;
}

/** Work that users can follow and cancel (contract: conventions §13). */
@Injectable()
export class OperationsService {
  constructor(private readonly operations: OperationsRepository) {}

  /** Called in the transaction of the request, together with enqueuing the job. */
  schedule(_tx: Tx, operation: NewOperation): Promise<Operation> {
    return this.operations.insert(operation);
  }

  findUnderWay(kind: string, subject: string): Promise<Operation | null> {
    return this.operations.findUnderWay(kind, subject);
  }

  isAbout({ id }: Operation, subject: string): Promise<boolean> {
    return this.operations.isAbout(id, subject);
  }

  /** For its creator, managers of its project or group, and administrators; null for others. */
  async find(id: string, caller: Caller): Promise<Operation | null> {
    const operation = await this.operations.find(id);
    return operation && (await this.maySee(operation, caller)) ? operation : null;
  }

  /** Like {@link find}, but throws 404 instead of returning null. */
  async get(id: string, caller: Caller): Promise<Operation> {
    const operation = await this.find(id, caller);
    if (!operation) {
      throw notFound('Operation');
    }
    return operation;
  }

  /** For operators of the machine: operations of every creator. */
  findForOperator(id: string): Promise<Operation | null> {
    return this.operations.find(id);
  }

  list(filters: { kind?: string; state?: string }, page: PageRequest, caller: Caller): Promise<Page<Operation>> {
    return this.operations.page({ ...filters, ...(caller.isAdmin ? {} : { creatorId: caller.userId }) }, { page });
  }

  /**
   * Runs the work of an operation in its job: begins it, and ends it with the result of `work`, or as canceled when
   * `work` was told to stop. Errors propagate to the job, which retries; {@link fail} ends the operation for good.
   */
  async run(id: string, work: (progress: PausableProgress) => Promise<unknown>): Promise<void> {
    const begun = await this.operations.begin(id);
    if (!begun) {
      return;
    }
    let asked: OperationRequests = begun;
    let writtenAt = 0;
    const advance = async (done: number, total?: number): Promise<boolean> => {
      if (performance.now() - writtenAt >= PROGRESS_EVERY_MS) {
        writtenAt = performance.now();
        asked = await this.operations.progress(id, done, total ?? null);
      }
      return !asked.cancelRequested;
    };
    const ask = async (): Promise<boolean> => {
      asked = await this.operations.requests(id);
      return !asked.cancelRequested;
    };
    const progress: PausableProgress = {
      advance,
      ask,
      get isPaused() {
        return asked.isPaused;
      },
    };
    const result = await work(progress);
    await this.operations.end(id, asked.cancelRequested ? 'canceled' : 'finished', { result });
  }

  /**
   * Like {@link run}, for the current job: {@link OperationRefused} ends the operation as failed at once, and so does
   * the job's last attempt. Returns false in these cases.
   */
  async attempt(id: string, job: JobRun, work: (progress: PausableProgress) => Promise<unknown>): Promise<boolean> {
    try {
      await this.run(id, work);
      return true;
    } catch (error) {
      if (error instanceof OperationRefused) {
        await this.fail(id, error.message);
        return false;
      }
      if (!job.signal.aborted && job.attempt >= job.maxAttempts) {
        await this.fail(id, GAVE_UP);
      }
      throw error;
    }
  }

  /**
   * Whether work may begin something new, in the transaction that begins it: canceling or pausing waits for this
   * transaction, so that nothing begins after their answer.
   */
  async mayBegin(_tx: Tx, id: string): Promise<boolean> {
    const { cancelRequested, isPaused } = await this.operations.holdRequests(id);
    return !cancelRequested && !isPaused;
  }

  /** Sets the result of an operation that was canceled before its work began; does nothing for others. */
  async completeCanceled(id: string, result: () => Promise<unknown>): Promise<void> {
    const operation = await this.operations.find(id);
    if (operation?.state === 'canceled' && operation.result === null) {
      await this.operations.noteCanceledResult(id, await result());
    }
  }

  /** Writes the final counts of an operation, regardless of the interval. */
  async settle(id: string, done: number, total: number): Promise<void> {
    await this.operations.progress(id, done, total);
  }

  async fail(id: string, error: string): Promise<void> {
    await this.operations.end(id, 'failed', { error });
  }

  sweep(): Promise<void> {
    return this.operations.sweep();
  }

  private async maySee(operation: Operation, caller: Caller): Promise<boolean> {
    if (caller.isAdmin || operation.creatorId === caller.userId) {
      return true;
    }
    return this.operations.isManagedBy(caller.userId, operation);
  }
}
