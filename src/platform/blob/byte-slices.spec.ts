import { boundsOf, slicesOf } from './byte-slices.js';

describe('boundsOf', () => {
  it.each([
    [10, undefined, { start: 0, end: 9 }],
    [0, undefined, { start: 0, end: -1 }],
    [10, { start: 0, end: 9 }, { start: 0, end: 9 }],
    [10, { start: 3 }, { start: 3, end: 9 }],
    [10, { start: 9, end: 9 }, { start: 9, end: 9 }],
    [10, { start: 5, end: 500 }, { start: 5, end: 9 }],
  ])('takes of %d bytes and the range %j the bytes %j', (size, range, expected) => {
    expect(boundsOf('k', size, range)).toEqual(expected);
  });

  it.each([
    [10, { start: 10 }],
    [10, { start: 10, end: 20 }],
    [10, { start: 5, end: 4 }],
    [10, { start: -1, end: 4 }],
    [0, { start: 0 }],
  ])('refuses of %d bytes the range %j', (size, range) => {
    expect(() => boundsOf('k', size, range)).toThrow('range is outside of blob k');
  });
});

describe('slicesOf', () => {
  it.each([
    [[4, 4], 0, 7, ['0:0-3', '1:0-3']],
    [[4, 4], 3, 4, ['0:3-3', '1:0-0']],
    [[4, 4], 4, 7, ['1:0-3']],
    [[4, 4], 0, 3, ['0:0-3']],
    [[4, 0, 4], 2, 5, ['0:2-3', '2:0-1']],
    [[1, 1, 1, 1], 1, 2, ['1:0-0', '2:0-0']],
    [[], 0, -1, []],
  ])('finds in pieces of %j the bytes %d to %d', (sizes, start, end, expected) => {
    expect(slicesOf(sizes, start, end).map((s) => `${s.index}:${s.start}-${s.end}`)).toEqual(expected);
  });
});
