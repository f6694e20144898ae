import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { inBatches } from '../../platform/blob/in-batches.js';
import { CommandFailed } from '../../platform/cli/command-failed.js';

/** List of all other files of a backup, in the format of `sha256sum -c`. */
export const CHECKSUM_LIST = 'SHA256SUMS';

export interface ListedFile {
  /** Relative to the backup. */
  readonly name: string;
  readonly sha256: string;
}

const LINE = /^([0-9a-f]{64}) {2}([^\\]+)$/;
const LINES_AT_ONCE = 500;

export const checksumLine = ({ name, sha256 }: ListedFile): string => `${sha256}  ${name}\n`;

/**
 * Yields the files of a backup in batches. Throws {@link CommandFailed} for a list that was not written by a backup.
 */
export async function* listedFiles(backup: string): AsyncGenerator<readonly ListedFile[]> {
  for await (const lines of linesOf(path.join(backup, CHECKSUM_LIST))) {
    yield lines.map(readLine);
  }
}

/** Yields the lines of a text file in batches. */
export async function* linesOf(file: string): AsyncGenerator<readonly string[]> {
  yield* inBatches(createInterface({ input: createReadStream(file), crlfDelay: Infinity }), LINES_AT_ONCE);
}

/** Names must not lead out of the folder of the backup. */
function readLine(line: string): ListedFile {
  const [, sha256, name] = LINE.exec(line) ?? [];
  if (sha256 === undefined || name === undefined || path.posix.isAbsolute(name) || name.split('/').includes('..')) {
    throw new CommandFailed(`The backup is damaged: ${CHECKSUM_LIST} has a line that is none. Use another backup.`);
  }
  return { sha256, name };
}
