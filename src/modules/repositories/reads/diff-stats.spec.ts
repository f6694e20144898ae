import { StatsSum } from './diff-stats.js';

const sumOf = (...words: string[]) => {
  const sum = new StatsSum();
  words.forEach((word) => {
    sum.take(word);
  });
  return sum.stats;
};

describe('StatsSum', () => {
  it('adds up lines, and none of binary files', () => {
    expect(sumOf('3\t1\ta', '-\t-\timage', '2\t0\tb\tc')).toEqual({ additions: 5, deletions: 1, total: 6 });
  });

  it('reads the two paths of a rename as paths, whatever they look like', () => {
    expect(sumOf('1\t1\t', '9\t9\tx', '8\t8\ty', '1\t0\tz')).toEqual({ additions: 2, deletions: 1, total: 3 });
  });
});
