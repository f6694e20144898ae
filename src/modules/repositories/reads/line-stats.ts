import type { DiffStats } from './diff-stats.js';

export const NO_LINES: DiffStats = { additions: 0, deletions: 0, total: 0 };

/** Git takes a file for binary by its beginning. */
const BEGINNING = 8000;
const isBinary = (content: Buffer): boolean => content.subarray(0, BEGINNING).includes(0);

/**
 * The lines that git counts as added and deleted between two contents. Null where that depends on how git compares: where
 * lines between the first and the last difference stand on both sides.
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

/** With their ends: a last line without one differs from the same line with it. */
const linesOf = (content: Buffer): readonly string[] => content.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Without the lines that both begin with, and those that both end with. */
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
