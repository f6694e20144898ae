import { Injectable } from '@nestjs/common';
import { Readiness } from '../../../core/health/readiness.js';
import { JobCandidatesRepository } from './job-candidates.repository.js';

const LOOK_MS = 500;

/** Wakes waiting runners when a job becomes pending, with one query for all that wait in this process. */
@Injectable()
export class PendingWatchService {
  private readonly waiting = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;
  private seen: ReadonlySet<string> = new Set();
  private wakes = 0;

  constructor(
    private readonly candidates: JobCandidatesRepository,
    private readonly readiness: Readiness,
  ) {}

  /** Changes whenever newly pending jobs are seen. */
  get count(): number {
    return this.wakes;
  }

  /**
   * Resolves when a job has become pending since {@link count} was `count`, the time is over, the signal aborts, or the
   * process stops. No connection is held while it waits.
   */
  async wait(millis: number, signal: AbortSignal, count = this.count): Promise<void> {
    const end = AbortSignal.any([signal, this.readiness.stopSignal]);
    if (end.aborted || count !== this.count) {
      return;
    }
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        end.removeEventListener('abort', done);
        this.waiting.delete(done);
        resolve();
      };
      // AbortSignal.any() does not protect a signal of AbortSignal.timeout() from garbage collection, and a collected
      // one never aborts.
      const timer = setTimeout(done, millis).unref();
      this.waiting.add(done);
      end.addEventListener('abort', done);
      this.look();
    });
  }

  private look(): void {
    this.timer ??= setTimeout(() => void this.ask(), LOOK_MS).unref();
  }

  private async ask(): Promise<void> {
    const newest = await this.candidates.newest().catch(() => [...this.seen]);
    this.timer = undefined;
    const isNew = newest.some((job) => !this.seen.has(job));
    this.seen = new Set(newest);
    if (isNew) {
      this.wake();
    }
    if (this.waiting.size > 0) {
      this.look();
    }
  }

  private wake(): void {
    this.wakes += 1;
    [...this.waiting].forEach((done) => {
      done();
    });
  }
}
