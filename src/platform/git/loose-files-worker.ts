import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { writeLooseObjects } from './loose-writes.js';
import { createRepository } from './new-repository.js';
import type { CreationOutcome, RepositoryContents } from './new-repository.js';
import type { NewObject } from './pack.js';
import { moveRefFile } from './ref-move.js';
import type { RefMove, RefMoveOutcome, RefMoveTerms } from './ref-move.js';

// The entry file of a worker thread (see loose-files.ts): it writes objects, all or an error, moves a ref, or creates a
// repository.

export type LooseTask = { readonly directory: string } & (
  | { readonly objects: readonly NewObject[] }
  | { readonly move: RefMove; readonly terms: RefMoveTerms }
  | { readonly contents: RepositoryContents }
);

export interface LooseTaskOutcome {
  /** Null when the task was performed. */
  readonly error: string | null;
  /** Outcome of moving a ref. */
  readonly ref?: RefMoveOutcome;
  /** Outcome of creating a repository. */
  readonly creation?: CreationOutcome;
}

function outcomeOf(task: LooseTask): LooseTaskOutcome {
  try {
    if ('contents' in task) {
      return { error: null, creation: createRepository(task.directory, task.contents) };
    }
    const { objects = [] } = 'move' in task ? task.terms : task;
    writeLooseObjects(path.join(task.directory, 'objects'), objects);
    return 'move' in task ? { error: null, ref: moveRefFile(task.directory, task.move, task.terms) } : { error: null };
  } catch (error) {
    return { error: String(error) };
  }
}

parentPort?.on('message', (task: LooseTask) => parentPort?.postMessage(outcomeOf(task)));
