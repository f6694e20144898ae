import { inParallel } from '../../common/concurrency/in-parallel.js';
import type { BlobDriver } from './blob-driver.js';
import { BlobMissingError } from './blob-errors.js';
import { inBatches } from './in-batches.js';
import { writeHashed, writing } from './write-hashed.js';

const BATCH = 1000;
const AT_ONCE = 4;

/** How many objects were copied, and how many bytes they have. */
export interface CopiedBlobs {
  readonly copied: number;
  readonly bytes: number;
  /** Objects that already existed, or were deleted from the first store during the copy. */
  readonly present: number;
}

/**
 * Copies every object of a store that another one does not have; reports progress after each batch. Objects never
 * change, so the copy can be repeated, also while a service keeps writing to the first store: a final run finds what is
 * new.
 */
export async function copyBlobs(
  from: BlobDriver,
  to: BlobDriver,
  report: (soFar: CopiedBlobs) => void,
): Promise<CopiedBlobs> {
  let soFar: CopiedBlobs = { copied: 0, bytes: 0, present: 0 };
  for await (const batch of inBatches(from.entries(), BATCH)) {
    await inParallel(AT_ONCE, batch, async ({ key }) => {
      const bytes = await copyObject(key, from, to);
      const { copied, present } = soFar;
      soFar =
        bytes === null
          ? { ...soFar, present: present + 1 }
          : { ...soFar, copied: copied + 1, bytes: soFar.bytes + bytes };
    });
    report(soFar);
  }
  return soFar;
}

/** Returns the number of bytes copied; null for an object that already exists, or was deleted from the first store. */
async function copyObject(key: string, from: BlobDriver, to: BlobDriver): Promise<number | null> {
  const [size, there] = await Promise.all([from.size(key), to.size(key)]);
  if (size === null || size === there) {
    return null;
  }
  if (there !== null) {
    await to.remove(key); // incomplete; no store writes a key twice
  }
  try {
    const source = await from.read(key);
    return await writing(await to.writer(key), async (writer) => {
      const copied = await writeHashed(source, { into: writer });
      await writer.commit();
      return copied;
    });
  } catch (error) {
    if (error instanceof BlobMissingError) {
      return null;
    }
    throw error;
  }
}
