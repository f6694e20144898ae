import { parentPort } from 'node:worker_threads';
import { coverageIn } from '../coverage.js';
import { DefinitionTasks } from './definition-task.js';
import type { DefinitionOutcome, DefinitionTask } from './definition-task.js';
import { systemThreadId } from './thread-time.js';

// Entry file of a worker thread (see definition-thread.ts): tasks arrive one after another, and each gets one answer.

export type WorkerTask =
  | ({ readonly does: 'evaluate' } & DefinitionTask)
  /** `text` consists of whole lines of a log. */
  | { readonly does: 'find coverage'; readonly text: string; readonly pattern: string };

export type WorkerMessage =
  | { readonly is: 'ready'; readonly systemThreadId: string | null }
  | { readonly is: 'evaluated'; readonly outcome: DefinitionOutcome }
  | { readonly is: 'searched'; readonly coverage: number | null }
  /** A programming error: no definition should cause it. */
  | { readonly is: 'failed'; readonly reason: string };

process.env = {}; // the YAML parser reads it for every token, and a plain object is faster
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
