import { createHash } from 'node:crypto';
import type { JoinedPart } from './blob-driver.js';
import type { StagedPart, StagedUpload } from './blob-store.js';

const SMALL_PART_BYTES = 8 * 1024 * 1024;
const MAX_SMALL_PARTS = 64;

/** The parts of an upload as objects of the driver. */
export function partKeys({ ref, parts }: Pick<StagedUpload, 'ref' | 'parts'>): readonly JoinedPart[] {
  return parts.map(({ id, size }) => ({ key: `${ref}.${id}`, size }));
}

/** Of all parts, in bytes. */
export function sizeOf(parts: readonly { readonly size: number }[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

/**
 * The key the finished upload has: that of its only part, which then needs no work at all, else one that follows from
 * the parts, so that finishing twice gives the same object and finishing another value never meets it.
 */
export function finishedKey({ ref, parts }: StagedUpload): string {
  const [only, ...others] = parts;
  if (only && others.length === 0) {
    return `${ref}.${only.id}`;
  }
  const order = parts.map(({ id }) => id).join(' ');
  return `${ref}.${createHash('sha256').update(order).digest('hex').slice(0, 32)}`;
}

/** Whether a text can be a key at all; drivers make names and paths of keys. */
export function isKey(text: string): boolean {
  return /^[0-9a-f]{32}(\.[0-9a-f]{32})?$/.test(text);
}

/** The `ref` in a key of an upload, null for other keys. */
export function uploadRefOf(key: string): string | null {
  const [ref = key, part] = key.split('.');
  return part === undefined ? null : ref;
}

/**
 * Clients may send tiny chunks without end. When small parts have piled up, the next append writes them once more in
 * front of its own bytes, so that an upload of n bytes never has many more than n / 8 MiB parts.
 */
export function foldSmallTail(parts: readonly StagedPart[]) {
  const tailStart = parts.findLastIndex(({ size }) => size >= SMALL_PART_BYTES) + 1;
  const cut = parts.length - tailStart < MAX_SMALL_PARTS ? parts.length : tailStart;
  return { kept: parts.slice(0, cut), folded: parts.slice(cut) };
}
