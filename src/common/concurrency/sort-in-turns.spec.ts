import { sortInTurns } from './sort-in-turns.js';

const ascending = (one: number, other: number) => one - other;

describe('sortInTurns', () => {
  it.each([0, 1, 2, 8192, 8193, 50_001])('sorts %i items as Array.sort does', async (count) => {
    const items = Array.from({ length: count }, (_, at) => (at * 7919) % 10_007);

    expect(await sortInTurns(items, ascending)).toEqual([...items].sort(ascending));
  });

  it('keeps equal items in their order', async () => {
    const items = Array.from({ length: 20_000 }, (_, at) => ({ key: at % 3, at }));

    const sorted = await sortInTurns(items, (one, other) => one.key - other.key);

    expect(sorted).toEqual([...items].sort((one, other) => one.key - other.key));
  });
});
