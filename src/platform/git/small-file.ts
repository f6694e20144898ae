import { open } from 'node:fs/promises';

/** Most files are no longer: then one step reads them. */
const LITTLE = 8 * 1024;

/** All that a file holds, in as few steps as there can be; null where it is longer than `most` bytes. */
export async function readSmallFile(name: string, most: number): Promise<Buffer | null> {
  const file = await open(name);
  try {
    for (const size of [Math.min(LITTLE, most), most]) {
      const space = Buffer.allocUnsafe(size + 1);
      const { bytesRead } = await file.read(space, 0, space.length, 0);
      if (bytesRead <= size) {
        return space.subarray(0, bytesRead);
      }
    }
    return null;
  } finally {
    await file.close();
  }
}
