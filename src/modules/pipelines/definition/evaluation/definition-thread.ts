import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { DefinitionOutcome, DefinitionTask } from './definition-task.js';
import type { WorkerMessage, WorkerTask } from './definition-worker.js';
import { TaskTime, UNMEASURED_MS } from './task-time.js';

const PROGRAM = fileURLToPath(new URL('definition-worker.js', import.meta.url));
/** Enough for the largest allowed definition; a thread that needs more is ended. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
const START_MS = 10_000;
/** Factor for the wall-clock limit: on a busy machine, a task may take this many times its processor time limit. */
const WAIT_MS = 4;
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

/** A task did not finish in time, or needed too much memory. The thread has been terminated. */
export class TaskStopped extends Error {
  constructor(readonly lacked: 'time' | 'memory') {
    super(`The task was stopped: it lacked ${lacked}.`);
  }
}

/** A worker thread that runs one definition task at a time, and can be terminated while it runs. */
export class DefinitionThread {
  private readonly worker = new Worker(PROGRAM, { resourceLimits: MEMORY, env: {}, execArgv: [] });
  private hasEnded = false;
  private systemThreadId: string | null = null;
  private task: TaskTime | null = null;

  private constructor() {
    this.worker.unref(); // does not keep the process alive
    this.worker.once('exit', () => (this.hasEnded = true));
    this.worker.on('error', () => undefined); // `next()` reports it to the caller
  }

  static async start(): Promise<DefinitionThread> {
    const thread = new DefinitionThread();
    const message = await thread.next(START_MS);
    thread.systemThreadId = message.is === 'ready' ? message.systemThreadId : null;
    return thread;
  }

  get isUsable(): boolean {
    return !this.hasEnded;
  }

  /** Milliseconds of processor time that the last task has used. */
  get taskMs(): number {
    return this.task?.usedMs ?? 0;
  }

  /**
   * `limitMs` is processor time. Throws {@link TaskStopped}; after that, as after any other failure, the thread has
   * been terminated.
   */
  async evaluate(task: DefinitionTask, limitMs: number): Promise<DefinitionOutcome> {
    const message = await this.perform({ does: 'evaluate', ...task }, limitMs);
    return message.is === 'evaluated' ? message.outcome : this.fail(message);
  }

  /** Throws like {@link evaluate}. */
  async findCoverage(text: string, pattern: string, limitMs: number): Promise<number | null> {
    const message = await this.perform({ does: 'find coverage', text, pattern }, limitMs);
    return message.is === 'searched' ? message.coverage : this.fail(message);
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    await this.worker.terminate();
  }

  private perform(task: WorkerTask, limitMs: number): Promise<WorkerMessage> {
    this.worker.postMessage(task);
    return this.next(limitMs);
  }

  private async fail(message: WorkerMessage): Promise<never> {
    await this.end();
    throw new Error(message.is === 'failed' ? message.reason : 'The thread answered out of turn.');
  }

  /** Returns the next message of the thread. A thread that fails, or does not send one in time, is terminated. */
  private async next(limitMs: number): Promise<WorkerMessage> {
    let stopListening = (): void => undefined;
    try {
      return await new Promise<WorkerMessage>((resolve, reject) => {
        const stopTimer = this.limit(limitMs, reject);
        const stopWaiting = this.listen(resolve, reject);
        stopListening = () => {
          stopTimer();
          stopWaiting();
        };
      });
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      stopListening();
    }
  }

  /** Time spent waiting for a processor does not count, unless the wait becomes too long. */
  private limit(limitMs: number, reject: (error: Error) => void): () => void {
    const latest = performance.now() + limitMs * WAIT_MS;
    const task = new TaskTime(this.systemThreadId);
    this.task = task;
    const look = (): void => {
      const leftMs = limitMs - task.measure();
      if (leftMs <= 0 || performance.now() >= latest) {
        reject(new TaskStopped('time'));
      } else {
        timer = setTimeout(look, Math.max(leftMs, 1));
      }
    };
    let timer = setTimeout(look, Math.min(limitMs, UNMEASURED_MS));
    return () => {
      clearTimeout(timer);
    };
  }

  private listen(resolve: (message: WorkerMessage) => void, reject: (error: Error) => void): () => void {
    const failed = (error: Error & { readonly code?: string }): void => {
      reject(error.code === OUT_OF_MEMORY ? new TaskStopped('memory') : error);
    };
    const ended = (): void => {
      reject(new Error('The thread has ended.'));
    };
    this.worker.on('message', resolve).on('error', failed).on('messageerror', failed).on('exit', ended);
    return () => {
      this.worker.off('message', resolve).off('error', failed).off('messageerror', failed).off('exit', ended);
    };
  }
}
