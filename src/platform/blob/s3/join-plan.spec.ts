import type { PlannedPart } from './join-plan.js';
import { MIN_PART_BYTES, planJoin } from './join-plan.js';

const MIN = MIN_PART_BYTES;
const MIB = 1024 * 1024;

function rangesOf(part: PlannedPart) {
  return part.kind === 'copy' ? [part.range] : part.ranges;
}

function bytesOf(part: PlannedPart): number {
  return rangesOf(part).reduce((sum, { start, end }) => sum + end - start + 1, 0);
}

describe('planJoin', () => {
  it('copies objects that are large enough', () => {
    expect(planJoin([MIN, MIN + 1])).toEqual([
      { kind: 'copy', range: { index: 0, start: 0, end: MIN - 1 } },
      { kind: 'copy', range: { index: 1, start: 0, end: MIN } },
    ]);
  });

  it('stitches a small object to the beginning of the next and copies the rest of that', () => {
    expect(planJoin([1, 2 * MIN])).toEqual([
      {
        kind: 'concat',
        ranges: [
          { index: 0, start: 0, end: 0 },
          { index: 1, start: 0, end: MIN - 2 },
        ],
      },
      { kind: 'copy', range: { index: 1, start: MIN - 1, end: 2 * MIN - 1 } },
    ]);
  });

  it('stitches small objects until they are large enough, the last ones as they are', () => {
    const plan = planJoin([2 * MIB, 2 * MIB, 2 * MIB, 1]);

    expect(plan.map(({ kind }) => kind)).toEqual(['concat', 'concat']);
    expect(plan.map(bytesOf)).toEqual([MIN, MIB + 1]);
  });

  it.each([
    { sizes: [] },
    { sizes: [0, 0] },
    { sizes: [1, 1, 1] },
    { sizes: [10 * MIN, 1, 0, MIN - 1, MIN, 1, 3 * MIN, 2] },
    { sizes: [3 * 1024 * MIB + 7, 1, 1200 * MIB] },
    { sizes: Array.from({ length: 200 }, (_, index) => index * 99_991) },
  ])('takes every byte once and in order, in parts the storage accepts: %j', ({ sizes }) => {
    const plan = planJoin(sizes);
    const offsets = sizes.map((_, index) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0));
    const total = sizes.reduce((sum, size) => sum + size, 0);

    let position = 0;
    for (const { index, start, end } of plan.flatMap(rangesOf)) {
      expect((offsets[index] ?? NaN) + start).toBe(position);
      position += end - start + 1;
    }
    expect(position).toBe(total);
    expect(plan.slice(0, -1).every((part) => bytesOf(part) >= MIN)).toBe(true);
    expect(plan.every((part) => part.kind === 'copy' || bytesOf(part) <= MIN)).toBe(true);
  });
});
