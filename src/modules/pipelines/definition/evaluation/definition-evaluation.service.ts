import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { FairSlots, NoSlotInTime } from '../../../../common/concurrency/fair-slots.js';
import { unavailable } from '../../../../common/errors/catalogue.js';
import type { DefinitionFile } from '../includes.js';
import type { DefinitionOutcome, DefinitionTask, EvaluatedDefinition } from './definition-task.js';
import { DefinitionThread, TaskStopped } from './definition-thread.js';

/** contract: triggers §5. Time for reading files from the repository does not count. */
const LIMIT_MS = 2000;
const THREADS = 2;
const THREADS_PER_PROJECT = 1;
const MOST_WAITING = 200;
const WAIT_MS = 10_000;
/** Time after which an unused thread is ended to free its memory. */
const IDLE_MS = 30_000;

const STOPPED = { time: 'took too long', memory: 'took too much memory' } as const;

export type Evaluation =
  | EvaluatedDefinition
  | { readonly is: 'bad'; readonly error: string }
  /** May succeed at another time, under less load. */
  | { readonly is: 'stopped'; readonly error: string };

interface Performed {
  readonly outcome: DefinitionOutcome | Extract<Evaluation, { is: 'stopped' }>;
  readonly tookMs: number;
}

/** Reads a file at the pipeline's commit. */
export type ReadFile = (path: string) => Promise<DefinitionFile>;

/**
 * Reads and evaluates definitions in threads, so that no definition can block the service, whatever it contains: one
 * that takes too much time or memory ends its thread, which is an error of the definition (contract: triggers §5).
 */
@Injectable()
export class DefinitionEvaluationService implements OnApplicationShutdown {
  private readonly slots = new FairSlots({
    atOnce: THREADS,
    atOncePerKey: THREADS_PER_PROJECT,
    waiting: MOST_WAITING,
    timeoutMs: WAIT_MS,
  });
  private readonly idle: DefinitionThread[] = [];
  private idleTimer: NodeJS.Timeout | undefined;
  private isStopping = false;

  /** Throws 503 when too many other definitions are queued before it. */
  async evaluate(projectId: number, task: Omit<DefinitionTask, 'files'>, readFile: ReadFile): Promise<Evaluation> {
    const files = new Map<string, DefinitionFile>();
    let leftMs = LIMIT_MS;
    for (;;) {
      const { outcome, tookMs } = await this.perform(projectId, { ...task, files }, leftMs);
      if (outcome.is !== 'incomplete') {
        return outcome;
      }
      leftMs -= tookMs;
      for (const path of outcome.wanted) {
        files.set(path, await readFile(path));
      }
    }
  }

  /**
   * Returns the coverage in a log: the number in the last match, null if there is none. Searching a log has the same
   * time limit as reading a definition (contract: triggers §4, §7). `texts` are whole lines. Throws 503.
   */
  async coverageOf(projectId: number, pattern: string, texts: AsyncIterable<string>): Promise<number | null> {
    let found: number | null = null;
    let leftMs = LIMIT_MS;
    for await (const text of texts) {
      const limitMs = leftMs;
      const { result, tookMs } = await this.onThread(projectId, (thread) =>
        thread.findCoverage(text, pattern, limitMs).catch(nothingIfStopped),
      );
      found = result ?? found;
      leftMs -= tookMs;
      if (leftMs <= 0) {
        break;
      }
    }
    return found;
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.endIdle();
  }

  private async endIdle(): Promise<void> {
    clearTimeout(this.idleTimer);
    await Promise.all(this.idle.splice(0).map((thread) => thread.end()));
  }

  private async perform(projectId: number, task: DefinitionTask, limitMs: number): Promise<Performed> {
    try {
      const { result, tookMs } = await this.onThread(projectId, (thread) => thread.evaluate(task, limitMs));
      return { outcome: result, tookMs };
    } catch (error) {
      if (error instanceof TaskStopped) {
        return { outcome: { is: 'stopped', error: STOPPED[error.lacked] }, tookMs: limitMs };
      }
      throw error;
    }
  }

  /** Waiting for a thread does not count as time used by the work. */
  private async onThread<T>(
    projectId: number,
    work: (thread: DefinitionThread) => Promise<T>,
  ): Promise<{ readonly result: T; readonly tookMs: number }> {
    try {
      return await this.slots.run(String(projectId), async () => {
        const thread = await this.takeThread();
        try {
          const result = await work(thread);
          return { result, tookMs: thread.taskMs };
        } finally {
          this.giveBack(thread);
        }
      });
    } catch (error) {
      throw error instanceof NoSlotInTime ? unavailable() : error;
    }
  }

  private async takeThread(): Promise<DefinitionThread> {
    const thread = this.idle.pop();
    if (thread?.isUsable) {
      return thread;
    }
    return DefinitionThread.start().catch((error: unknown) => {
      throw error instanceof TaskStopped ? unavailable() : error;
    });
  }

  private giveBack(thread: DefinitionThread): void {
    if (!thread.isUsable) {
      return;
    }
    this.idle.push(thread);
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => void this.endIdle(), this.isStopping ? 0 : IDLE_MS).unref();
  }
}

function nothingIfStopped(error: unknown): null {
  if (error instanceof TaskStopped) {
    return null;
  }
  throw error;
}
