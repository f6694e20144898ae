import { BlobMissingError, BlobRangeError } from './blob-errors.js';
import type { ByteRange } from './blob-store.js';

/** Bytes `start` to `end`, inclusive, of the piece at `index`. */
export interface ByteSlice {
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the first and last byte that a read covers; for an empty object the last one precedes the first. */
export function boundsOf(
  key: string,
  size: number,
  range?: ByteRange,
): { readonly start: number; readonly end: number } {
  if (!range) {
    return { start: 0, end: size - 1 };
  }
  const end = Math.min(range.end ?? size - 1, size - 1);
  if (range.start < 0 || range.start > end) {
    throw new BlobRangeError(key);
  }
  return { start: range.start, end };
}

/** Throws when the stored size differs from the expected one: an answer must have the length that it promises. */
export function requireSize(key: string, found: number, size: number | undefined): void {
  if (size !== undefined && found !== size) {
    throw new BlobMissingError(key, `has ${found} of ${size} bytes`);
  }
}

/** Returns the slices that make up the bytes `start` to `end` of an object stored in pieces of these sizes. */
export function slicesOf(sizes: readonly number[], start: number, end: number): readonly ByteSlice[] {
  const slices: ByteSlice[] = [];
  let offset = 0;
  for (const [index, size] of sizes.entries()) {
    const slice = { index, start: Math.max(0, start - offset), end: Math.min(size, end - offset + 1) - 1 };
    if (slice.start <= slice.end) {
      slices.push(slice);
    }
    offset += size;
  }
  return slices;
}
