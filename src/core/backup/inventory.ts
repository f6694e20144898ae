import path from 'node:path';
import { linesOf } from './checksum-list.js';

/** What rows of the backup's snapshot name outside of the database. */
export const REPOSITORY_LIST = 'inventory/repositories.tsv';
export const BLOB_LIST = 'inventory/blobs.tsv';

export interface ListedRepository {
  readonly storage: string;
  readonly relativePath: string;
  /** False when nothing was ever written to it: then it may not exist. */
  readonly isWritten: boolean;
}

export interface ListedBlob {
  readonly key: string;
  readonly size: number;
  /** What names it, for the operator. */
  readonly owner: string;
}

/** Where a repository lies in a backup. */
export const nameOf = ({ storage, relativePath }: ListedRepository): string =>
  `repositories/${storage}/${relativePath}`;

/** The repositories of a backup, in batches, in the order of its list. */
export async function* listedRepositories(backup: string): AsyncGenerator<readonly ListedRepository[]> {
  for await (const lines of linesOf(path.join(backup, REPOSITORY_LIST))) {
    yield lines.map((line) => {
      const [storage = '', relativePath = '', isWritten] = line.split('\t');
      return { storage, relativePath, isWritten: isWritten === 't' };
    });
  }
}

/** The blobs of a backup, in batches; sizes are in bytes. */
export async function* listedBlobs(backup: string): AsyncGenerator<readonly ListedBlob[]> {
  for await (const lines of linesOf(path.join(backup, BLOB_LIST))) {
    yield lines.map((line) => {
      const [key = '', size, owner = ''] = line.split('\t');
      return { key, size: Number(size), owner };
    });
  }
}
