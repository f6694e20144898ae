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

/** Thrown by the work of an operation to end it as failed; the message is what people read. */
export class OperationRefused extends Error {}

/** Follows a running operation from inside its job. */
export interface Progress {
  /** Writes at most once a second; answers false when the work should stop because somebody canceled it. */
  advance(done: number, total?: number): Promise<boolean>;
}

/** For kinds of work that can be paused. */
export interface PausableProgress extends Progress {
  /** Whether nothing new should begin for now, as of the last second. */
  readonly isPaused: boolean;
  /** Looks now; answers as `advance` does. */
  ask(): Promise<boolean>;
}

/** Work that people can follow and cancel (contract: conventions §13). */
@Injectable()
export class OperationsService {
  constructor(private readonly operations: OperationsRepository) {}

  /** In the transaction of the request, beside the job that does the work. */
  schedule(_tx: Tx, operation: NewOperation): Promise<Operation> {
    return this.operations.insert(operation);
  }

  findUnderWay(kind: string, subject: string): Promise<Operation | null> {
    return this.operations.findUnderWay(kind, subject);
  }

  isAbout({ id }: Operation, subject: string): Promise<boolean> {
    return this.operations.isAbout(id, subject);
  }

  /** For its creator, those who may manage what it works on, and administrators; null for others. */
  async find(id: string, caller: Caller): Promise<Operation | null> {
    const operation = await this.operations.find(id);
    return operation && (await this.maySee(operation, caller)) ? operation : null;
  }

  /** As {@link find}. Throws 404 where that is null. */
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
   * Runs the work of an operation from its job: begins it, ends it with the answer of `work`, as canceled when `work`
   * was told to stop. Errors go up to the job's retries; {@link fail} ends it for good.
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
   * As {@link run}, for the job that runs now: work that refuses ends the operation as failed at once, and so does the
   * job's last try. Answers false then.
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
   * Whether work may begin something new, in the transaction that begins it: who cancels or pauses the operation meanwhile
   * waits for that, so that nothing begins after the answer.
   */
  async mayBegin(_tx: Tx, id: string): Promise<boolean> {
    const { cancelRequested, isPaused } = await this.operations.holdRequests(id);
    return !cancelRequested && !isPaused;
  }

  /** Gives a result to an operation that was canceled before its work began; does nothing for others. */
  async completeCanceled(id: string, result: () => Promise<unknown>): Promise<void> {
    const operation = await this.operations.find(id);
    if (operation?.state === 'canceled' && operation.result === null) {
      await this.operations.noteCanceledResult(id, await result());
    }
  }

  /** The last counts of an operation, written whatever the time. */
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
