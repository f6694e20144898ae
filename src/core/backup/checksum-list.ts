import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { inBatches } from '../../platform/blob/in-batches.js';
import { CommandFailed } from '../../platform/cli/command-failed.js';

/** Lists every other file of a backup, as `sha256sum -c` reads it. */
export const CHECKSUM_LIST = 'SHA256SUMS';

export interface ListedFile {
  /** Relative to the backup. */
  readonly name: string;
  readonly sha256: string;
}

const LINE = /^([0-9a-f]{64}) {2}([^\\]+)$/;
const LINES_AT_ONCE = 500;

export const checksumLine = ({ name, sha256 }: ListedFile): string => `${sha256}  ${name}\n`;

/** The files of a backup, some at a time. Throws {@link CommandFailed} for a list that no backup wrote. */
export async function* listedFiles(backup: string): AsyncGenerator<readonly ListedFile[]> {
  for await (const lines of linesOf(path.join(backup, CHECKSUM_LIST))) {
    yield lines.map(readLine);
  }
}

/** The lines of a text file, some at a time. */
export async function* linesOf(file: string): AsyncGenerator<readonly string[]> {
  yield* inBatches(createInterface({ input: createReadStream(file), crlfDelay: Infinity }), LINES_AT_ONCE);
}

/** A name never leads out of the folder that it is put into. */
function readLine(line: string): ListedFile {
  const [, sha256, name] = LINE.exec(line) ?? [];
  if (sha256 === undefined || name === undefined || path.posix.isAbsolute(name) || name.split('/').includes('..')) {
    throw new CommandFailed(`The backup is damaged: ${CHECKSUM_LIST} has a line that is none. Use another backup.`);
  }
  return { sha256, name };
}
