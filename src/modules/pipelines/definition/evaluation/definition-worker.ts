import { parentPort } from 'node:worker_threads';
import { coverageIn } from '../coverage.js';
import { DefinitionTasks } from './definition-task.js';
import type { DefinitionOutcome, DefinitionTask } from './definition-task.js';
import { systemThreadId } from './thread-time.js';

// The entry file of a worker thread (see definition-thread.ts): tasks come one after the other, each is answered once.

export type WorkerTask =
  | ({ readonly does: 'evaluate' } & DefinitionTask)
  /** `text`: whole lines of a log. */
  | { readonly does: 'find coverage'; readonly text: string; readonly pattern: string };

export type WorkerMessage =
  | { readonly is: 'ready'; readonly systemThreadId: string | null }
  | { readonly is: 'evaluated'; readonly outcome: DefinitionOutcome }
  | { readonly is: 'searched'; readonly coverage: number | null }
  /** A fault of ours: no definition should lead there. */
  | { readonly is: 'failed'; readonly reason: string };

process.env = {}; // the YAML parser looks into it at each word, and a plain object answers at once
const tasks = new DefinitionTasks();

function answerTo(task: WorkerTask): WorkerMessage {
  try {
    return task.does === 'evaluate'
      ? { is: 'evaluated', outcome: tasks.perform(task) }
      : { is: 'searched', coverage: coverageIn(task.text, task.pattern) };
  } catch (error) {
    return { is: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (task: WorkerTask) => parentPort?.postMessage(answerTo(task)));
parentPort?.postMessage({ is: 'ready', systemThreadId: systemThreadId() } satisfies WorkerMessage);
