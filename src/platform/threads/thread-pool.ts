import { Worker } from 'node:worker_threads';
import { FairSlots } from '../../common/concurrency/fair-slots.js';

const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

export interface ThreadPoolLimits {
  readonly threads: number;
  /** Maximum number of threads that work for one key at once. */
  readonly threadsPerKey: number;
  /** Maximum number of tasks that wait for a thread; more are refused at once. */
  readonly waiting: number;
  readonly waitMs: number;
  /** Time limit of one task, after which its thread is ended. */
  readonly taskMs: number;
}

/** The thread did not answer in time, or ended. Another one takes the next task. */
export class ThreadTaskFailed extends Error {}

/**
 * A fixed number of worker threads for work that would block the event loop. `program` is an entry file that answers
 * each message with one message, and does nothing else.
 */
export class ThreadPool<Task, Result> {
  private readonly slots: FairSlots;
  private readonly idle = new Set<Worker>();

  constructor(
    private readonly program: URL,
    private readonly limits: ThreadPoolLimits,
  ) {
    const { threads: atOnce, threadsPerKey: atOncePerKey, waiting, waitMs: timeoutMs } = limits;
    this.slots = new FairSlots({ atOnce, atOncePerKey, waiting, timeoutMs });
  }

  /** Throws {@link ThreadTaskFailed}, and `NoSlotInTime` when too many tasks are waiting. */
  run(key: string, task: Task): Promise<Result> {
    return this.slots.run(key, async () => {
      const thread = this.takeThread();
      try {
        const result = await this.perform(thread, task);
        this.idle.add(thread);
        return result;
      } catch (error) {
        await thread.terminate();
        throw error;
      }
    });
  }

  async end(): Promise<void> {
    const threads = [...this.idle];
    this.idle.clear();
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  private takeThread(): Worker {
    const [thread] = this.idle;
    if (thread) {
      this.idle.delete(thread);
      return thread;
    }
    return this.start();
  }

  private start(): Worker {
    const thread = new Worker(this.program, { resourceLimits: MEMORY, env: {}, execArgv: [] });
    thread.unref(); // an idle thread must not keep the process alive
    thread.once('exit', () => this.idle.delete(thread));
    thread.on('error', () => undefined); // perform() reports it to the caller
    return thread;
  }

  private async perform(thread: Worker, task: Task): Promise<Result> {
    let stopListening = (): void => undefined;
    try {
      return await new Promise<Result>((resolve, reject) => {
        const failed = (error?: Error): void => {
          reject(new ThreadTaskFailed('The thread has ended.', { cause: error }));
        };
        const ended = (): void => {
          failed();
        };
        const timer = setTimeout(() => {
          reject(new ThreadTaskFailed('The thread did not answer in time.'));
        }, this.limits.taskMs);
        thread.on('message', resolve).on('error', failed).on('messageerror', failed).on('exit', ended);
        stopListening = () => {
          clearTimeout(timer);
          thread.off('message', resolve).off('error', failed).off('messageerror', failed).off('exit', ended);
        };
        thread.postMessage(task);
      });
    } finally {
      stopListening();
    }
  }
}
