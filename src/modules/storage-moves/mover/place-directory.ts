import { lstatSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { syncDirectorySync } from '../../../platform/blob/filesystem/durable-sync.js';
import { hasCode } from '../../../platform/blob/filesystem/durable.js';
import { removeTreeSync } from '../../repositories/storages/remove-tree.js';
import { DIRECTORY_MODE } from './copied-files.js';

// Operations on whole directories, for worker threads.

const ATTEMPTS = 3;

export interface SettingAside {
  readonly place: string;
  readonly aside: string;
}

export interface Placing extends SettingAside {
  readonly copy: string;
  /** The storage that contains all of these paths. */
  readonly root: string;
}

/**
 * Makes the directory at a path unreachable at once, even for running reads. Creates nothing if the path does not
 * exist.
 */
export function setAside({ place, aside }: SettingAside): void {
  removeTreeSync(aside);
  if (lstatSync(place, { throwIfNoEntry: false })) {
    mkdirSync(path.dirname(aside), { recursive: true, mode: DIRECTORY_MODE });
    renameSync(place, aside);
  }
}

/** Moves a copy to its final path and flushes it to disk; what was there before is set aside. */
export function placeDirectory({ place, aside, copy, root }: Placing): void {
  setAside({ place, aside });
  rename(copy, place);
  for (let above = path.dirname(place); above !== root; above = path.dirname(above)) {
    syncDirectorySync(above);
  }
  syncDirectorySync(root);
}

/** Retries, because another move may remove the empty parent directory before the copy is in it. */
function rename(copy: string, place: string): void {
  for (let attempt = 1; ; attempt += 1) {
    mkdirSync(path.dirname(place), { recursive: true, mode: DIRECTORY_MODE });
    try {
      renameSync(copy, place);
      return;
    } catch (error) {
      if (!hasCode(error, 'ENOENT') || attempt === ATTEMPTS) {
        throw error;
      }
    }
  }
}
