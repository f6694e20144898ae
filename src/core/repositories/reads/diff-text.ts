/** One file of a comparison; ids and modes as git tells them. */
export interface FileDiff {
  readonly oldPath: string;
  readonly newPath: string;
  /** Six octal digits; zeros where there was, or is, no file. */
  readonly oldMode: string;
  readonly newMode: string;
  readonly status: 'A' | 'D' | 'R' | 'M';
  /** From the first hunk on. */
  readonly text: string;
  /** The text was cut. */
  readonly isTooLarge: boolean;
  /** The text was left out, because the whole is too large. */
  readonly isCollapsed: boolean;
}

export type FileChange = Omit<FileDiff, 'text' | 'isTooLarge' | 'isCollapsed'>;

/** Contract: git §3.4. */
export const DIFF_LIMITS = { fileBytes: 100 * 1024, files: 1000, bytes: 5 * 1024 * 1024, milliseconds: 10_000 };

/** Reads `--raw -z`: `:modes ids status`, then one path, or two of a rename, each closed by NUL. */
export function readRawDiff(text: string): FileChange[] {
  const words = text.split('\0');
  const changes: FileChange[] = [];
  for (let at = 0; at < words.length - 1;) {
    const [oldMode = '', newMode = '', , , status = ''] = (words[at] ?? '').slice(1).split(' ');
    const isRename = status.startsWith('R');
    const oldPath = words[at + 1] ?? '';
    const newPath = isRename ? (words[at + 2] ?? '') : oldPath;
    changes.push({ oldPath, newPath, oldMode, newMode, status: statusOf(status) });
    at += isRename ? 3 : 2;
  }
  return changes;
}

function statusOf(word: string): FileChange['status'] {
  const [letter] = word;
  return letter === 'A' || letter === 'D' || letter === 'R' ? letter : 'M';
}

const FILE_HEAD = Buffer.from('diff --git ');
const HUNK = Buffer.from('@@');
const BINARY = Buffer.from('Binary files ');

interface Text {
  readonly lines: Buffer[];
  size: number;
  isTooLarge: boolean;
}

/** Splits a patch into the texts of its files, holding no more than the limits allow. */
export class PatchTexts {
  private readonly texts: Text[] = [];
  private rest: Buffer = Buffer.alloc(0);
  private isInHunk = false;
  private held = 0;

  /** Takes the next bytes; false when everything that may be shown is there. */
  take(chunk: Buffer): boolean {
    let bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      this.line(bytes.subarray(0, end + 1));
      bytes = bytes.subarray(end + 1);
    }
    this.rest = bytes;
    return this.texts.length <= DIFF_LIMITS.files && this.held <= DIFF_LIMITS.bytes;
  }

  /** The text of each file, in order; null for those that are left out. */
  end(): readonly ({ readonly text: string; readonly isTooLarge: boolean } | null)[] {
    if (this.rest.length > 0) {
      this.line(this.rest);
    }
    let total = 0;
    return this.texts.map(({ lines, size, isTooLarge }, index) => {
      total += size;
      const isLeftOut = index >= DIFF_LIMITS.files || total > DIFF_LIMITS.bytes;
      return isLeftOut ? null : { text: Buffer.concat(lines).toString('utf8'), isTooLarge };
    });
  }

  private line(line: Buffer): void {
    if (startsWith(line, FILE_HEAD)) {
      this.texts.push({ lines: [], size: 0, isTooLarge: false });
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
    current.lines.push(Buffer.from(line)); // a copy: the chunk it came in may go
    current.size += line.length;
    this.held += line.length;
  }
}

const startsWith = (line: Buffer, start: Buffer): boolean =>
  line.length >= start.length && line.compare(start, 0, start.length, 0, start.length) === 0;
