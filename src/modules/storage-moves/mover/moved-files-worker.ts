import { parentPort } from 'node:worker_threads';
import { readRepositoryFiles } from '../../../platform/git/repository-files.js';
import { removeEmptiedSync, removeTreeSync } from '../../repositories/storages/remove-tree.js';
import { copySmall } from './copy-small.js';
import type { CopiedFile, FileCopy } from './copied-files.js';
import { placeDirectory, setAside } from './place-directory.js';
import type { Placing, SettingAside } from './place-directory.js';

// The entry file of a worker thread (see moved-files.service.ts). Each task receives one answer.

export interface Removal {
  /** Removed with its content; may be missing. */
  readonly directory: string;
  /** Removed afterwards if empty. */
  readonly emptied: readonly EmptiedDirectory[];
}

/** A directory that is removed with its parents below the root, as long as they are empty. */
export interface EmptiedDirectory {
  readonly directory: string;
  readonly root: string;
}

export type FileTask =
  | { readonly copy: FileCopy }
  | { readonly read: string }
  | { readonly remove: Removal }
  | { readonly setAside: SettingAside }
  | { readonly place: Placing };
export type FileAnswer =
  | { readonly copied: readonly CopiedFile[] }
  /** Null if it is not a small repository. */
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
    remove(task.remove);
  } else if ('place' in task) {
    placeDirectory(task.place);
  } else {
    setAside(task.setAside);
  }
  return { isDone: true };
}

function remove({ directory, emptied }: Removal): void {
  removeTreeSync(directory);
  for (const each of emptied) {
    removeEmptiedSync(each.directory, each.root);
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
