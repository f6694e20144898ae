import { lstatSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { syncDirectorySync } from '../../../platform/blob/filesystem/durable-sync.js';
import { hasCode } from '../../../platform/blob/filesystem/durable.js';
import { removeTreeSync } from '../../repositories/storages/remove-tree.js';
import { DIRECTORY_MODE } from './copied-files.js';

// What threads do with whole directories.

const ATTEMPTS = 3;

export interface SettingAside {
  readonly place: string;
  readonly aside: string;
}

export interface Placing extends SettingAside {
  readonly copy: string;
  /** The storage that all of it lies in. */
  readonly root: string;
}

/** Puts what lies at a place out of reach at once, even while it is read; makes nothing where nothing lies. */
export function setAside({ place, aside }: SettingAside): void {
  removeTreeSync(aside);
  if (lstatSync(place, { throwIfNoEntry: false })) {
    mkdirSync(path.dirname(aside), { recursive: true, mode: DIRECTORY_MODE });
    renameSync(place, aside);
  }
}

/** Puts a copy in its place, on the disk; what lay there is set aside. */
export function placeDirectory({ place, aside, copy, root }: Placing): void {
  setAside({ place, aside });
  rename(copy, place);
  for (let above = path.dirname(place); above !== root; above = path.dirname(above)) {
    syncDirectorySync(above);
  }
  syncDirectorySync(root);
}

/** Another move may remove the directory around the place, as it is empty, before the copy lies in it. */
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
