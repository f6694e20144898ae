import { createHash } from 'node:crypto';
import type { JoinedPart } from './blob-driver.js';
import type { StagedPart, StagedUpload } from './blob-store.js';

const SMALL_PART_BYTES = 8 * 1024 * 1024;
const MAX_SMALL_PARTS = 64;

/** Returns the parts of an upload as objects of the driver. */
export function partKeys({ ref, parts }: Pick<StagedUpload, 'ref' | 'parts'>): readonly JoinedPart[] {
  return parts.map(({ id, size }) => ({ key: `${ref}.${id}`, size }));
}

/** Returns the size of all parts in bytes. */
export function sizeOf(parts: readonly { readonly size: number }[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

/**
 * Returns the key of the finished upload: that of its only part, which then needs no work, otherwise one derived from
 * the parts, so that finishing twice gives the same object and finishing a different value never collides with it.
 */
export function finishedKey({ ref, parts }: StagedUpload): string {
  const [only, ...others] = parts;
  if (only && others.length === 0) {
    return `${ref}.${only.id}`;
  }
  const order = parts.map(({ id }) => id).join(' ');
  return `${ref}.${createHash('sha256').update(order).digest('hex').slice(0, 32)}`;
}

/** Whether a text is a valid key; drivers build names and paths from keys. */
export function isKey(text: string): boolean {
  return /^[0-9a-f]{32}(\.[0-9a-f]{32})?$/.test(text);
}

/** Returns the `ref` in a key of an upload; null for other keys. */
export function uploadRefOf(key: string): string | null {
  const [ref = key, part] = key.split('.');
  return part === undefined ? null : ref;
}

/**
 * Clients may send an endless number of tiny chunks. When small parts have accumulated, the next append writes them
 * again before its own bytes, so that an upload of n bytes never has many more than n / 8 MiB parts.
 */
export function foldSmallTail(parts: readonly StagedPart[]) {
  const tailStart = parts.findLastIndex(({ size }) => size >= SMALL_PART_BYTES) + 1;
  const cut = parts.length - tailStart < MAX_SMALL_PARTS ? parts.length : tailStart;
  return { kept: parts.slice(0, cut), folded: parts.slice(cut) };
}
