import { inParallel } from '../../common/concurrency/in-parallel.js';
import type { BlobReference, BlobReferencesRepository } from './blob-references.repository.js';

const AT_ONCE = 8;

/** Returns the stored bytes of the object; null when it is missing. */
export type SizeOf = (reference: BlobReference) => Promise<number | null>;

/**
 * Inspects every object that a row refers to, and reports what is wrong with it: null for a complete object, and when
 * the row was deleted in the meantime.
 */
export async function inspectReferences(
  references: BlobReferencesRepository,
  sizeOf: SizeOf,
  note: (fault: string | null) => void,
): Promise<void> {
  for await (const page of references.pages()) {
    await inParallel(AT_ONCE, page, async (reference) => {
      const size = await sizeOf(reference);
      note(size === reference.size || !(await references.isNamed(reference)) ? null : faultOf(reference, size));
    });
  }
}

function faultOf({ key, owner, size: named }: BlobReference, size: number | null): string {
  return `object ${key} of ${owner} ${size === null ? 'is missing' : `has ${size} of ${named} bytes`}`;
}
