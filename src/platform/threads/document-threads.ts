import { Logger } from '@nestjs/common';
import { NoSlotInTime } from '../../common/concurrency/fair-slots.js';
import { ApiError } from '../../common/errors/api-error.js';
import { unavailable } from '../../common/errors/catalogue.js';
import type { DocumentOutcome } from './document-worker.js';
import { ThreadPool, ThreadTaskFailed } from './thread-pool.js';

/** Reading a document takes a second at most; `taskMs` leaves time for a busy machine. */
const LIMITS = { threads: 2, threadsPerKey: 1, waiting: 200, waitMs: 10_000, taskMs: 5000 };

/**
 * Worker threads for large documents of clients, which would block all other requests. `program` is an entry file that
 * calls `readDocuments()`, `area` that of the log.
 */
export class DocumentThreads<Task, Reading> {
  private readonly threads: ThreadPool<Task, DocumentOutcome<Reading>>;
  private readonly logger: Logger;

  constructor(program: URL, area: string) {
    this.threads = new ThreadPool(program, LIMITS);
    this.logger = new Logger(area);
  }

  /**
   * Documents of one project are read one after the other. Throws what the thread refuses the document with; 503 if
   * none finished in time, so that the client repeats the request.
   */
  async read(projectId: number, task: Task): Promise<Reading> {
    const outcome = await this.threads.run(String(projectId), task).catch((error: unknown) => this.fail(error));
    if (outcome.is === 'refused') {
      throw new ApiError(outcome.status, outcome.body);
    }
    return outcome.reading;
  }

  end(): Promise<void> {
    return this.threads.end();
  }

  private fail(error: unknown): never {
    if (error instanceof ThreadTaskFailed) {
      this.logger.error({ error: error.message });
    }
    throw error instanceof ThreadTaskFailed || error instanceof NoSlotInTime ? unavailable() : error;
  }
}
