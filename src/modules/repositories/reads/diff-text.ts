/** One file of a comparison; ids and modes as reported by git. */
export interface FileDiff {
  readonly oldPath: string;
  readonly newPath: string;
  /** Six octal digits; zeros if the file does not exist on that side. */
  readonly oldMode: string;
  readonly newMode: string;
  /** `T` means that the type changed, for example from a file to a symbolic link. */
  readonly status: 'A' | 'D' | 'R' | 'M' | 'T';
  /** The patch from the first hunk on. */
  readonly text: string;
  /** Whether the text was cut. */
  readonly isTooLarge: boolean;
  /** Whether the text was omitted because the whole difference is too large. */
  readonly isCollapsed: boolean;
}

export type FileChange = Omit<FileDiff, 'text' | 'isTooLarge' | 'isCollapsed'>;

/** Limits of a diff (contract: git §3.4); files beyond `listed` are omitted. */
export const DIFF_LIMITS = {
  fileBytes: 100 * 1024,
  files: 1000,
  bytes: 5 * 1024 * 1024,
  milliseconds: 10_000,
  listed: 10_000,
};
/** Git treats files above this size as binary: their differences are of no use, and git would hold them in memory. */
export const LARGE_FILES = ['-c', 'core.bigFileThreshold=32m'];

/** Reads the output of `--raw -z`: `:modes ids status`, then one path, or two for a rename. */
export async function readRawDiff(words: AsyncIterable<string>): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  let record: string[] = [];
  for await (const word of words) {
    record.push(word);
    const [oldMode = '', newMode = '', , , status = ''] = (record[0] ?? '').slice(1).split(' ');
    const isRename = status.startsWith('R');
    if (record.length === (isRename ? 3 : 2)) {
      const [, oldPath = '', newPath = oldPath] = record;
      changes.push({ oldPath, newPath, oldMode, newMode, status: statusOf(status) });
      record = [];
    }
    if (changes.length === DIFF_LIMITS.listed) {
      break;
    }
  }
  return changes;
}

function statusOf(word: string): FileChange['status'] {
  const [letter] = word;
  return letter === 'A' || letter === 'D' || letter === 'R' || letter === 'T' ? letter : 'M';
}

/** The text of one part of a patch, from its first hunk on. */
export interface PatchText {
  readonly text: string;
  readonly isTooLarge: boolean;
}

/** Combines files with their texts, of which as many are shown as the limits allow. */
export function filesOf(changes: readonly FileChange[], texts: readonly PatchText[]): FileDiff[] {
  const left = [...texts].reverse();
  let bytes = 0;
  return changes.map((change, index) => {
    // A file whose type changed appears in a patch twice: as deleted and as new.
    const parts = [left.pop(), change.status === 'T' ? left.pop() : undefined].filter((part) => part !== undefined);
    const text = parts.map((part) => part.text).join('');
    bytes += Buffer.byteLength(text);
    const isCollapsed = parts.length === 0 || index >= DIFF_LIMITS.files || bytes > DIFF_LIMITS.bytes;
    const isTooLarge = !isCollapsed && parts.some((part) => part.isTooLarge);
    return { ...change, text: isCollapsed ? '' : text, isTooLarge, isCollapsed };
  });
}

const FILE_HEAD = Buffer.from('diff --git ');
const HUNK = Buffer.from('@@');
const BINARY = Buffer.from('Binary files ');
const LINE_END = 10;
/** A patch has at most two parts for each file. */
const MAX_PARTS = 2 * DIFF_LIMITS.files;

/** The text of one part while it is read, in a single buffer, because a patch may have millions of short lines. */
interface Text {
  bytes: Buffer;
  size: number;
  isTooLarge: boolean;
}

const FIRST_BYTES = 1024;
const NOTHING = Buffer.alloc(0);

/** Splits a patch into the texts of its files and keeps no more than the limits allow. */
export class PatchTexts {
  private readonly texts: Text[] = [];
  private rest: Buffer = NOTHING;
  private isInHunk = false;
  /** Whether the rest of an overlong line is being discarded. */
  private isSkippingLine = false;
  private held = 0;

  /** Takes the next bytes. Returns false once everything that may be shown has been read. */
  take(chunk: Buffer): boolean {
    let bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END)) {
      this.line(bytes.subarray(0, end + 1));
      this.isSkippingLine = false;
      bytes = bytes.subarray(end + 1);
    }
    this.rest = bytes;
    if (this.rest.length > DIFF_LIMITS.fileBytes || this.isSkippingLine) {
      this.line(this.rest);
      this.rest = NOTHING;
      this.isSkippingLine = true;
    }
    return this.texts.length <= MAX_PARTS && this.held <= DIFF_LIMITS.bytes;
  }

  /** Returns the text of each part, in order. */
  end(): readonly PatchText[] {
    if (this.rest.length > 0) {
      this.line(this.rest);
    }
    return this.texts.map(({ bytes, size, isTooLarge }) => ({ text: bytes.toString('utf8', 0, size), isTooLarge }));
  }

  private line(line: Buffer): void {
    if (this.isSkippingLine) {
      return;
    }
    if (startsWith(line, FILE_HEAD)) {
      this.texts.push({ bytes: NOTHING, size: 0, isTooLarge: false });
      this.isInHunk = false;
      return;
    }
    this.isInHunk ||= startsWith(line, HUNK) || startsWith(line, BINARY);
    const current = this.texts.at(-1);
    if (this.isInHunk && current) {
      this.keep(current, line);
    }
  }

  private keep(current: Text, line: Buffer): void {
    if (current.isTooLarge || current.size + line.length > DIFF_LIMITS.fileBytes) {
      current.isTooLarge = true;
      return;
    }
    const size = current.size + line.length;
    if (size > current.bytes.length) {
      current.bytes = Buffer.concat([current.bytes], Math.max(FIRST_BYTES, 2 * size));
    }
    line.copy(current.bytes, current.size);
    current.size = size;
    this.held += line.length;
  }
}

const startsWith = (line: Buffer, start: Buffer): boolean =>
  line.length >= start.length && line.compare(start, 0, start.length, 0, start.length) === 0;
