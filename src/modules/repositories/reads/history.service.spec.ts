import { readChangedPaths } from './history.service.js';

const [ONE, OTHER] = ['1'.repeat(40), '2'.repeat(40)];
async function* words(...all: string[]): AsyncGenerator<string> {
  yield* await Promise.resolve(all);
}

describe('readChangedPaths', () => {
  it('reads the changes of each commit, whatever the paths look like', async () => {
    const found = await readChangedPaths(words(ONE, 'A', 'a', 'D', OTHER, 'M', 'm', 'T', 't', OTHER, 'A', 'x\ny'));

    expect([...found]).toEqual([
      [ONE, { added: ['a'], modified: ['m', 't'], removed: [OTHER] }],
      [OTHER, { added: ['x\ny'], modified: [], removed: [] }],
    ]);
  });

  it('reads no more than 10,000 paths', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => ['A', String(at)]).flat();

    expect((await readChangedPaths(words(ONE, ...many))).get(ONE)?.added).toHaveLength(10_000);
  });
});
