/** One name in a tree. */
export interface TreeEntry {
  /** Six octal digits: `100644`, `100755`, `120000`, `040000`, `160000`. */
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly id: string;
  readonly name: string;
}

const TREE_MODE = '040000';
const COMMIT_MODE = '160000';
const ID_BYTES = 20;

const typeOf = (mode: string): TreeEntry['type'] =>
  mode === TREE_MODE ? 'tree' : mode === COMMIT_MODE ? 'commit' : 'blob';

/** The entries of a tree object, in its order. */
export function parseTree(content: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(32, at);
    const end = content.indexOf(0, space);
    const mode = content.toString('latin1', at, space).padStart(6, '0');
    const name = content.toString('utf8', space + 1, end);
    const id = content.toString('hex', end + 1, end + 1 + ID_BYTES);
    entries.push({ mode, type: typeOf(mode), id, name });
    at = end + 1 + ID_BYTES;
  }
  return entries;
}

/** The bytes of a tree object: names in git's order, where a tree counts as if its name ended in a slash. */
export function writeTree(entries: readonly TreeEntry[]): Buffer {
  const sorted = entries
    .map((entry) => ({ entry, key: Buffer.from(entry.type === 'tree' ? `${entry.name}/` : entry.name) }))
    .sort((one, other) => Buffer.compare(one.key, other.key));
  return Buffer.concat(
    sorted.map(({ entry: { mode, name, id } }) =>
      Buffer.concat([Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`), Buffer.from(id, 'hex')]),
    ),
  );
}
