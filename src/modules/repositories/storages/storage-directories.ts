import { access, link, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeConfiguredDirectory } from '../../../platform/config/make-configured-directory.js';
import type { FileText } from '../../../platform/git/new-repository.js';
import { randomHex } from '../../../platform/crypto/random.js';

const ID_FILE = '.storage-id';

/** A usable storage: its real path and the id stored in it. */
export interface StorageDirectory {
  readonly name: string;
  readonly directory: string;
  readonly id: string;
}

/** Creates the directory and its id file if they are missing. */
export async function openStorage(name: string, configured: string): Promise<StorageDirectory> {
  await makeConfiguredDirectory('STORAGES', configured, 0o700);
  const directory = await realpath(configured);
  return { name, directory, id: await storageId(directory) };
}

/** Returns the id stored in the directory. It is created only once, even if several processes start together. */
async function storageId(directory: string): Promise<string> {
  const file = path.join(directory, ID_FILE);
  const created = `${file}.${randomHex(8)}`;
  const known = await readStorageId(directory);
  if (known !== null) {
    return known;
  }
  await writeFile(created, `${randomHex(16)}\n`, { mode: 0o600 });
  await link(created, file).catch(() => undefined); // another process was faster
  await rm(created, { force: true });
  return (await readStorageId(directory)) ?? '';
}

/** Whether git would accept the directory as a repository. */
export const isRepository = (directory: string): Promise<boolean> =>
  Promise.all(['HEAD', 'objects', 'refs'].map((name) => access(path.join(directory, name)))).then(
    () => true,
    () => false,
  );

/** The file that holds the id of the storage. */
export const storageProof = ({ directory, id }: StorageDirectory): FileText => ({
  file: path.join(directory, ID_FILE),
  text: id,
});

/** Returns null if the directory or its id is gone. */
export const readStorageId = (directory: string): Promise<string | null> =>
  readFile(path.join(directory, ID_FILE), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );

/**
 * Returns a conflict between the storages as a sentence for the operator; undefined if there is none (contract:
 * storage-moves §1).
 */
export function clashOf(storages: readonly StorageDirectory[]): string | undefined {
  for (const [index, one] of storages.entries()) {
    for (const other of storages.slice(index + 1)) {
      if (contains(one.directory, other.directory) || contains(other.directory, one.directory)) {
        return `STORAGES must name directories apart from each other: "${one.name}" and "${other.name}" are not.`;
      }
      if (one.id === other.id) {
        return `STORAGES must name different storages: "${one.name}" and "${other.name}" lead to the same one.`;
      }
    }
  }
  return undefined;
}

const contains = (outer: string, inner: string): boolean => outer === inner || inner.startsWith(outer + path.sep);
