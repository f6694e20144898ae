import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { DefinitionOutcome, DefinitionTask } from './definition-task.js';
import type { WorkerMessage, WorkerTask } from './definition-worker.js';
import { processorMillis } from './thread-time.js';

const PROGRAM = fileURLToPath(new URL('definition-worker.js', import.meta.url));
/** Enough for the largest definition that is allowed; a thread that wants more is ended. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
const START_MS = 10_000;
/** On a busy machine a task has so many times its limit until it must be done. */
const WAIT_MS = 4;
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

/** A task was not done in its time, or needed too much memory. The thread is gone. */
export class TaskStopped extends Error {
  constructor(readonly lacked: 'time' | 'memory') {
    super(`The task was stopped: it lacked ${lacked}.`);
  }
}

/** A worker thread that runs one task of a definition at a time, and can be terminated meanwhile. */
export class DefinitionThread {
  private readonly worker = new Worker(PROGRAM, { resourceLimits: MEMORY, env: {}, execArgv: [] });
  private hasEnded = false;
  private systemThreadId: string | null = null;

  private constructor() {
    this.worker.unref(); // it never keeps the process alive
    this.worker.once('exit', () => (this.hasEnded = true));
    this.worker.on('error', () => undefined); // next() tells the caller
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

  /** Milliseconds for which it has had a processor, or has been there where that is not known. */
  get usedMs(): number {
    return processorMillis(this.systemThreadId) ?? performance.now();
  }

  /**
   * `limitMs`: of a processor. Throws {@link TaskStopped}; the thread is gone then, and after every other failure too.
   */
  async evaluate(task: DefinitionTask, limitMs: number): Promise<DefinitionOutcome> {
    const message = await this.perform({ does: 'evaluate', ...task }, limitMs);
    return message.is === 'evaluated' ? message.outcome : this.fail(message);
  }

  /** As {@link evaluate}. */
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

  /** The next message of the thread. A thread that does not send it in time, or ends, is gone. */
  private async next(limitMs: number): Promise<WorkerMessage> {
    const listening = new AbortController();
    try {
      return await new Promise<WorkerMessage>((resolve, reject) => {
        this.limit(limitMs, reject, listening.signal);
        this.listen({ resolve, reject }, listening.signal);
      });
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      listening.abort();
    }
  }

  /** Waiting for a processor is not the task's fault; it counts only when there is no end to it. */
  private limit(limitMs: number, reject: (error: Error) => void, signal: AbortSignal): void {
    const latest = performance.now() + limitMs * WAIT_MS;
    const start = this.usedMs;
    let timer: NodeJS.Timeout;
    const look = (): void => {
      const leftMs = limitMs - (this.usedMs - start);
      if (leftMs <= 0 || performance.now() >= latest) {
        reject(new TaskStopped('time'));
      } else {
        timer = setTimeout(look, Math.max(leftMs, 1));
      }
    };
    timer = setTimeout(look, limitMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
    });
  }

  private listen(
    { resolve, reject }: { resolve: (message: WorkerMessage) => void; reject: (error: Error) => void },
    signal: AbortSignal,
  ): void {
    const failed = (error: Error & { readonly code?: string }): void => {
      reject(error.code === OUT_OF_MEMORY ? new TaskStopped('memory') : error);
    };
    const ended = (): void => {
      reject(new Error('The thread has ended.'));
    };
    this.worker.once('message', resolve).once('error', failed).once('messageerror', failed).once('exit', ended);
    signal.addEventListener('abort', () => {
      this.worker.off('message', resolve).off('error', failed).off('messageerror', failed).off('exit', ended);
    });
  }
}
