/** Minimum size of every part but the last in object storage. */
export const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_COPY_BYTES = 512 * 1024 * 1024;

/** Bytes `start` to `end`, inclusive, of the object at `index`. */
export interface PlannedRange {
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/**
 * One part of the joined object: copied inside the storage, or concatenated from pieces that are too small for that.
 */
export type PlannedPart =
  | { readonly kind: 'copy'; readonly range: PlannedRange }
  | { readonly kind: 'concat'; readonly ranges: readonly PlannedRange[] };

/**
 * Plans how objects of these sizes become one: large ones are copied inside the storage; small ones are read and sent
 * again, with just as much of the next one as they need to reach the minimum size. A concatenated part always fits into
 * memory.
 */
export function planJoin(sizes: readonly number[]): readonly PlannedPart[] {
  const plan: PlannedPart[] = [];
  let loose: PlannedRange[] = [];
  for (const [index, size] of sizes.entries()) {
    let start = 0;
    while (start < size) {
      if (loose.length === 0 && size - start >= MIN_PART_BYTES) {
        plan.push(...copies(index, start, size));
        break;
      }
      const end = Math.min(size, start + MIN_PART_BYTES - bytesOf(loose)) - 1;
      loose.push({ index, start, end });
      start = end + 1;
      if (bytesOf(loose) === MIN_PART_BYTES) {
        plan.push({ kind: 'concat', ranges: loose });
        loose = [];
      }
    }
  }
  return loose.length > 0 ? [...plan, { kind: 'concat', ranges: loose }] : plan;
}

/** Copies of equal size, so that none is too small, which can run in parallel. */
function copies(index: number, from: number, size: number): readonly PlannedPart[] {
  const count = Math.ceil((size - from) / MAX_COPY_BYTES);
  const each = Math.ceil((size - from) / count);
  return Array.from({ length: count }, (_, part) => {
    const start = from + part * each;
    return { kind: 'copy', range: { index, start, end: Math.min(size, start + each) - 1 } } as const;
  });
}

function bytesOf(ranges: readonly PlannedRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0);
}
