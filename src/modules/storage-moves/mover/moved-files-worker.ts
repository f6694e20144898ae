import { lstatSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { readRepositoryFiles } from '../../../platform/git/repository-files.js';
import { removeTreeSync } from '../../repositories/storages/remove-tree.js';
import { copySmall } from './copy-small.js';
import { DIRECTORY_MODE } from './copied-files.js';
import type { CopiedFile, FileCopy } from './copied-files.js';

// The entry file of a worker thread (see moved-files.service.ts): each task is answered once.

export type FileTask =
  | { readonly copy: FileCopy }
  | { readonly read: string }
  | { readonly remove: string }
  | { readonly setAside: { readonly place: string; readonly aside: string } };
export type FileAnswer =
  | { readonly copied: readonly CopiedFile[] }
  /** Null where it is no small repository. */
  | { readonly files: ReadonlyMap<string, Uint8Array> | null }
  | { readonly isDone: true };
export type FileOutcome = FileAnswer | { readonly error: string };

function perform(task: FileTask): FileAnswer {
  if ('copy' in task) {
    removeTreeSync(task.copy.directory);
    return { copied: copySmall(task.copy) };
  }
  if ('read' in task) {
    return { files: readRepositoryFiles(task.read) };
  }
  if ('remove' in task) {
    removeTreeSync(task.remove);
  } else {
    setAside(task.setAside);
  }
  return { isDone: true };
}

/** Makes nothing where nothing lies. */
function setAside({ place, aside }: { readonly place: string; readonly aside: string }): void {
  removeTreeSync(aside);
  if (lstatSync(place, { throwIfNoEntry: false })) {
    mkdirSync(path.dirname(aside), { recursive: true, mode: DIRECTORY_MODE });
    renameSync(place, aside);
  }
}

function outcomeOf(task: FileTask): FileOutcome {
  try {
    return perform(task);
  } catch (error) {
    return { error: String(error) };
  }
}

parentPort?.on('message', (task: FileTask) => parentPort?.postMessage(outcomeOf(task)));
