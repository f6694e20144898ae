import { Pacer } from '../../common/concurrency/pacer.js';
import { sortInTurns } from '../../common/concurrency/sort-in-turns.js';

/** One name in a tree. */
export interface TreeEntry {
  /** Six octal digits: `100644`, `100755`, `120000`, `040000`, `160000`. */
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly id: string;
  /** As text: bytes that are no UTF-8 become U+FFFD. */
  readonly name: string;
  /**
   * The bytes of the name, one character for each: compared as git compares, and written back unchanged. See
   * {@link nameKey}.
   */
  readonly key: string;
}

/** An entry that is about to be written; the name goes by its bytes alone. */
export type NewTreeEntry = Omit<TreeEntry, 'name'>;

const TREE_MODE = '040000';
const COMMIT_MODE = '160000';
const ID_BYTES = 20;
const SPACE = 32;
const TREE_KEY_END = '/';

/** The bytes of a name or path, one character for each. */
export const nameKey = (name: string): string => Buffer.from(name).toString('latin1');
/** The text of such bytes. */
export const nameOfKey = (key: string): string => Buffer.from(key, 'latin1').toString('utf8');

/** An entry of a tree that was read: what few ask for is decoded when somebody does. */
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

/** Where an entry stands in a tree object: its mode begins at `at`, its name behind `space`, its id behind `end`. */
interface EntrySpan {
  readonly at: number;
  readonly space: number;
  readonly end: number;
}

/** Ends at what is no entry: trees are checked when they come in. */
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

/** Of most entries: one text for all of them. */
const MODES = ['100644', TREE_MODE, '100755', '120000', COMMIT_MODE];

function entryIn(content: Buffer, { at, space, end }: EntrySpan): TreeEntry {
  const written = content.toString('latin1', at, space).padStart(6, '0');
  const mode = MODES.find((known) => known === written) ?? written;
  return new StoredEntry(content, end + 1, mode, content.toString('latin1', space + 1, end));
}

/** The entries of a tree object, in its order. */
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

/** The entry of that name, without making the others; null where there is none. */
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

/** The bytes of a tree object: names in git's order, where a tree counts as if its name ended in a slash. */
export async function writeTree(entries: readonly NewTreeEntry[]): Promise<Buffer> {
  const rows = entries.map((entry) => ({ entry, order: gitKey(entry), head: `${entry.mode.replace(/^0/, '')} ` }));
  const size = rows.reduce((sum, { entry, head }) => sum + head.length + entry.key.length + 1 + ID_BYTES, 0);
  const bytes = Buffer.alloc(size);
  const pacer = new Pacer();
  let at = 0;
  for (const { entry, head } of await sortInTurns(rows, (one, other) => compareKeys(one.order, other.order))) {
    at += bytes.write(head, at, 'latin1');
    at += bytes.write(entry.key, at, 'latin1') + 1; // closed by NUL
    at += bytes.write(entry.id, at, 'hex');
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return bytes;
}

const gitKey = ({ type, key }: NewTreeEntry): string => (type === 'tree' ? key + TREE_KEY_END : key);

/** By bytes. */
export const compareKeys = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
