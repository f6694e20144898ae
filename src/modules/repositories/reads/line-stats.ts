import type { DiffStats } from './diff-stats.js';

export const NO_LINES: DiffStats = { additions: 0, deletions: 0, total: 0 };

/** Git decides whether a file is binary by its first bytes. */
const BEGINNING = 8000;
const isBinary = (content: Buffer): boolean => content.subarray(0, BEGINNING).includes(0);

/**
 * Returns the lines that git counts as added and deleted between two contents. Returns null if the count depends on
 * git's algorithm, because a line between the first and the last difference occurs on both sides.
 */
export function lineStats(before: Buffer, after: Buffer): DiffStats | null {
  if (isBinary(before) || isBinary(after)) {
    return NO_LINES;
  }
  const [old, current] = differing(linesOf(before), linesOf(after));
  const known = new Set(old);
  if (current.some((line) => known.has(line))) {
    return null;
  }
  return { additions: current.length, deletions: old.length, total: current.length + old.length };
}

/** Splits text into lines with their ends, because a last line without one differs from the same line with it. */
const linesOf = (content: Buffer): readonly string[] => content.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Returns both sides without their common leading and trailing lines. */
function differing(one: readonly string[], other: readonly string[]): [readonly string[], readonly string[]] {
  const shorter = Math.min(one.length, other.length);
  let head = 0;
  while (head < shorter && one[head] === other[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) {
    tail += 1;
  }
  return [one.slice(head, one.length - tail), other.slice(head, other.length - tail)];
}
