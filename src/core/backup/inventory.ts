import path from 'node:path';
import { linesOf } from './checksum-list.js';

/** References outside the database that rows of the backup's snapshot contain. */
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
  /** Description of the owner, for the operator. */
  readonly owner: string;
}

/** Returns the path of a repository in a backup. */
export const nameOf = ({ storage, relativePath }: ListedRepository): string =>
  `repositories/${storage}/${relativePath}`;

/** Yields the repositories of a backup in batches, in the order of its list. */
export async function* listedRepositories(backup: string): AsyncGenerator<readonly ListedRepository[]> {
  for await (const lines of linesOf(path.join(backup, REPOSITORY_LIST))) {
    yield lines.map((line) => {
      const [storage = '', relativePath = '', isWritten] = line.split('\t');
      return { storage, relativePath, isWritten: isWritten === 't' };
    });
  }
}

/** Yields the blobs of a backup in batches; sizes are in bytes. */
export async function* listedBlobs(backup: string): AsyncGenerator<readonly ListedBlob[]> {
  for await (const lines of linesOf(path.join(backup, BLOB_LIST))) {
    yield lines.map((line) => {
      const [key = '', size, owner = ''] = line.split('\t');
      return { key, size: Number(size), owner };
    });
  }
}
