import type { Readable } from 'node:stream';
import type { TreeEntry } from '../../../platform/git/tree-object.js';
import { nameOfKey } from '../../../platform/git/tree-object.js';

/** Entries of folders by the bytes of the folder's path with a trailing slash; empty for the top folder. */
export type KnownFolders = ReadonlyMap<string, readonly TreeEntry[]>;

/** Limits of a tree that is read as a whole; larger trees are read folder by folder, as needed. */
export const MAX_ROWS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
const END = 0;

/** A complete tree. */
export interface WholeTree {
  readonly folders: KnownFolders;
  readonly rows: number;
}

/** Reads the output of `ls-tree -r -t -z`. Returns the exceeded limit if there is too much of it. */
export async function readSmallTree(output: Readable): Promise<WholeTree | 'many rows' | 'many bytes'> {
  const chunks: Buffer[] = [];
  let [rows, size] = [0, 0];
  for await (const chunk of output as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    for (let at = chunk.indexOf(END); at >= 0; at = chunk.indexOf(END, at + 1)) {
      rows += 1;
    }
    if (rows > MAX_ROWS) {
      return 'many rows';
    }
    if (size > MAX_BYTES) {
      return 'many bytes';
    }
  }
  return { folders: foldersIn(Buffer.concat(chunks).toString('latin1')), rows };
}

/** Parses records of mode, type and id, a tab and the path, terminated by NUL. */
function foldersIn(text: string): KnownFolders {
  const folders = new Map<string, TreeEntry[]>();
  for (const row of text.split('\0').slice(0, -1)) {
    const tab = row.indexOf('\t');
    const [mode = '', type, id = ''] = row.slice(0, tab).split(' ');
    const cut = Math.max(tab, row.lastIndexOf('/')) + 1;
    const [prefix, key] = [row.slice(tab + 1, cut), row.slice(cut)];
    const entry: TreeEntry = {
      mode,
      type: type === 'tree' || type === 'commit' ? type : 'blob',
      id,
      key,
      name: nameOfKey(key),
    };
    const known = folders.get(prefix);
    if (known) {
      known.push(entry);
    } else {
      folders.set(prefix, [entry]);
    }
  }
  return folders;
}
