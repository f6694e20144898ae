import { slicesOf } from './slices.js';

describe('slicesOf', () => {
  it('cuts a list into parts of a length, the last of which may be shorter', () => {
    expect(slicesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('makes none of an empty list', () => {
    expect(slicesOf([], 2)).toEqual([]);
  });
});
