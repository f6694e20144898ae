import { pickStorage } from './storage-pick.js';

const NAMES = ['a', 'b', 'c'];

describe('pickStorage', () => {
  it('picks by weight, and never one that weighs nothing', () => {
    const weights = { a: 25, c: 75, gone: 100 };

    expect([0, 0.24, 0.25, 0.99].map((chance) => pickStorage(NAMES, weights, chance))).toEqual(['a', 'a', 'c', 'c']);
  });

  it('takes all as equal when all weigh nothing', () => {
    expect([0, 0.5, 0.99].map((chance) => pickStorage(NAMES, { a: 0 }, chance))).toEqual(['a', 'b', 'c']);
  });
});
