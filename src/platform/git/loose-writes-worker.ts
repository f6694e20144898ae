import { parentPort } from 'node:worker_threads';
import { writeLoose } from './loose-writes.js';
import type { NewObject } from './pack.js';

// The entry file of a worker thread (see loose-writer.ts): the objects of each message are written, or one of them fails.

export interface LooseWrites {
  /** The repository's directory of objects. */
  readonly folder: string;
  readonly objects: readonly NewObject[];
}

/** Null when all are written. */
export type LooseWritesOutcome = { readonly error: string } | null;

function outcomeOf({ folder, objects }: LooseWrites): LooseWritesOutcome {
  try {
    for (const object of objects) {
      writeLoose(folder, { ...object, content: Buffer.from(object.content) }); // a message turns a Buffer into plain bytes
    }
    return null;
  } catch (error) {
    return { error: String(error) };
  }
}

parentPort?.on('message', (task: LooseWrites) => parentPort?.postMessage(outcomeOf(task)));
