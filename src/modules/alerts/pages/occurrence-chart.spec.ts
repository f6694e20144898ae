import { countsOver } from './occurrence-chart.js';

describe('countsOver', () => {
  it('counts moments in equal parts of their time', () => {
    expect(countsOver([0, 1, 50, 99, 100], 4)).toEqual([2, 0, 1, 2]);
  });

  it('puts moments at the same time into one part', () => {
    expect(countsOver([7, 7, 7], 3)).toEqual([3, 0, 0]);
  });
});
