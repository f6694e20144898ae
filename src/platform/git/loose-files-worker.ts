import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { writeLoose } from './loose-writes.js';
import type { NewObject } from './pack.js';
import { moveRefFile } from './ref-move.js';
import type { RefMove, RefMoveOutcome } from './ref-move.js';

// The entry file of a worker thread (see loose-files.ts): it writes objects, all or an error, or moves a ref.

export type LooseTask = { readonly directory: string } & (
  { readonly objects: readonly NewObject[] } | { readonly move: RefMove; readonly until: number }
);

export interface LooseTaskOutcome {
  /** Null when the task was performed. */
  readonly error: string | null;
  /** Outcome of moving a ref. */
  readonly ref?: RefMoveOutcome;
}

function outcomeOf(task: LooseTask): LooseTaskOutcome {
  try {
    if ('move' in task) {
      return { error: null, ref: moveRefFile(task.directory, task.move, task.until) };
    }
    writeAll(path.join(task.directory, 'objects'), task.objects);
    return { error: null };
  } catch (error) {
    return { error: String(error) };
  }
}

function writeAll(folder: string, objects: readonly NewObject[]): void {
  for (const object of objects) {
    writeLoose(folder, { ...object, content: Buffer.from(object.content) }); // posting a message converts a Buffer into plain bytes
  }
}

parentPort?.on('message', (task: LooseTask) => parentPort?.postMessage(outcomeOf(task)));
