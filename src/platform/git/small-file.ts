import { closeSync, open, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';

const openFile = promisify(open);
const readFrom = promisify(read);

/** Most files are no longer, so that one read is enough. */
const LITTLE = 8 * 1024;

const NOTHING: Buffer = Buffer.alloc(0);

const joined = (held: Buffer, more: Buffer): Buffer => (held.length === 0 ? more : Buffer.concat([held, more]));

const sizesUpTo = (most: number): readonly number[] => [Math.min(LITTLE, most), most];

/**
 * Returns the content of a file with as few operations as possible, since each waits for its turn; null when it is
 * longer than `most` bytes. Throws the errors of opening and reading.
 */
export async function readSmallFile(name: string, most: number): Promise<Buffer | null> {
  const file = await openFile(name, 'r');
  try {
    let held = NOTHING;
    for (const size of sizesUpTo(most)) {
      const space = Buffer.allocUnsafe(size + 1 - held.length);
      const { bytesRead } = await readFrom(file, space, 0, space.length, null);
      held = joined(held, space.subarray(0, bytesRead));
      if (held.length <= size) {
        return held;
      }
    }
    return null;
  } finally {
    closeSync(file); // closing a file that was only read does not wait
  }
}

/** Synchronous variant of {@link readSmallFile}, for worker threads. */
export function readSmallFileSync(name: string, most: number): Buffer | null {
  const file = openSync(name, 'r');
  try {
    let held = NOTHING;
    for (const size of sizesUpTo(most)) {
      const space = Buffer.allocUnsafe(size + 1 - held.length);
      held = joined(held, space.subarray(0, readSync(file, space, 0, space.length, null)));
      if (held.length <= size) {
        return held;
      }
    }
    return null;
  } finally {
    closeSync(file);
  }
}
