import { Pacer } from '../../common/concurrency/pacer.js';
import { sortInTurns } from '../../common/concurrency/sort-in-turns.js';

/** One entry of a tree. */
export interface TreeEntry {
  /** Six octal digits: `100644`, `100755`, `120000`, `040000`, `160000`. */
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly id: string;
  /** The name as text: bytes that are not UTF-8 become U+FFFD. */
  readonly name: string;
  /**
   * The bytes of the name, one character for each: compared in the same way as git, and written back unchanged. See
   * {@link nameKey}.
   */
  readonly key: string;
}

/** An entry to be written; its name is given as bytes only. */
export type NewTreeEntry = Omit<TreeEntry, 'name'>;

const TREE_MODE = '040000';
const COMMIT_MODE = '160000';
const ID_BYTES = 20;
const SPACE = 32;
const TREE_KEY_END = '/';

/** Returns the bytes of a name or path, one character for each. */
export const nameKey = (name: string): string => Buffer.from(name).toString('latin1');
/** Returns the text of such bytes. */
export const nameOfKey = (key: string): string => Buffer.from(key, 'latin1').toString('utf8');

/** An entry of a parsed tree; rarely used parts are decoded on demand. */
class StoredEntry implements TreeEntry {
  constructor(
    private readonly tree: Buffer,
    private readonly idAt: number,
    readonly mode: string,
    readonly key: string,
  ) {}

  get type(): TreeEntry['type'] {
    return this.mode === TREE_MODE ? 'tree' : this.mode === COMMIT_MODE ? 'commit' : 'blob';
  }

  get id(): string {
    return this.tree.toString('hex', this.idAt, this.idAt + ID_BYTES);
  }

  get name(): string {
    return nameOfKey(this.key);
  }
}

/** Position of an entry in a tree object: its mode begins at `at`, its name after `space`, its id after `end`. */
interface EntrySpan {
  readonly at: number;
  readonly space: number;
  readonly end: number;
}

/** Stops at malformed content: trees are validated when they are received. */
function* spansOf(content: Buffer): Generator<EntrySpan, undefined> {
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(SPACE, at);
    const end = content.indexOf(0, space);
    if (space < 0 || end < 0) {
      return;
    }
    yield { at, space, end };
    at = end + 1 + ID_BYTES;
  }
}

/** Modes of most entries: interned, so that they share one string. */
const MODES = ['100644', TREE_MODE, '100755', '120000', COMMIT_MODE];

function entryIn(content: Buffer, { at, space, end }: EntrySpan): TreeEntry {
  const written = content.toString('latin1', at, space).padStart(6, '0');
  const mode = MODES.find((known) => known === written) ?? written;
  return new StoredEntry(content, end + 1, mode, content.toString('latin1', space + 1, end));
}

/** Returns the entries of a tree object, in its order. */
export async function parseTree(content: Buffer): Promise<TreeEntry[]> {
  const pacer = new Pacer();
  const entries: TreeEntry[] = [];
  for (const span of spansOf(content)) {
    entries.push(entryIn(content, span));
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return entries;
}

/** Returns the entry with this name without creating the others; null when there is none. */
export async function findInTree(content: Buffer, key: string): Promise<TreeEntry | null> {
  const pacer = new Pacer();
  const name = Buffer.from(key, 'latin1');
  for (const span of spansOf(content)) {
    const { space, end } = span;
    if (end - space - 1 === name.length && content.compare(name, 0, name.length, space + 1, end) === 0) {
      return entryIn(content, span);
    }
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return null;
}

/** Returns the bytes of a tree object: names in git's order, where a tree sorts as if its name ended in a slash. */
export async function writeTree(entries: readonly NewTreeEntry[]): Promise<Buffer> {
  const rows = entries.map((entry) => ({ entry, order: gitKey(entry), head: `${entry.mode.replace(/^0/, '')} ` }));
  const size = rows.reduce((sum, { entry, head }) => sum + head.length + entry.key.length + 1 + ID_BYTES, 0);
  const bytes = Buffer.alloc(size);
  const pacer = new Pacer();
  let at = 0;
  for (const { entry, head } of await sortInTurns(rows, (one, other) => compareKeys(one.order, other.order))) {
    at += bytes.write(head, at, 'latin1');
    at += bytes.write(entry.key, at, 'latin1') + 1; // terminated by NUL
    at += bytes.write(entry.id, at, 'hex');
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return bytes;
}

const gitKey = ({ type, key }: NewTreeEntry): string => (type === 'tree' ? key + TREE_KEY_END : key);

/** Compares by bytes. */
export const compareKeys = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
