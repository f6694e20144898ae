import { closeSync, open, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';

const openFile = promisify(open);
const readFrom = promisify(read);

/** Most files are no longer: then one step reads them. */
const LITTLE = 8 * 1024;

const sizesUpTo = (most: number): readonly number[] => [Math.min(LITTLE, most), most];

/**
 * All that a file holds, in as few steps as there can be, since each waits for its turn; null where it is longer than `most`
 * bytes. Throws as opening and reading do.
 */
export async function readSmallFile(name: string, most: number): Promise<Buffer | null> {
  const file = await openFile(name, 'r');
  try {
    for (const size of sizesUpTo(most)) {
      const { bytesRead, buffer } = await readFrom(file, Buffer.allocUnsafe(size + 1), 0, size + 1, 0);
      if (bytesRead <= size) {
        return buffer.subarray(0, bytesRead);
      }
    }
    return null;
  } finally {
    closeSync(file); // what was only read has nothing to wait for
  }
}

/** The same for a thread that may wait. */
export function readSmallFileSync(name: string, most: number): Buffer | null {
  const file = openSync(name, 'r');
  try {
    for (const size of sizesUpTo(most)) {
      const space = Buffer.allocUnsafe(size + 1);
      const length = readSync(file, space, 0, space.length, 0);
      if (length <= size) {
        return space.subarray(0, length);
      }
    }
    return null;
  } finally {
    closeSync(file);
  }
}
