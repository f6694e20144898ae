import { filterNames } from './ref-filter.js';

const found = async (search: string, ...names: string[]): Promise<string[]> =>
  (
    await filterNames(
      names.map((name) => ({ name })),
      { search },
    )
  ).map(({ name }) => name);

describe('filterNames', () => {
  it('finds every part of a name in either case, also where a sigma is the last letter of the part alone', async () => {
    expect(await found('ΟΔΟΣ', 'ΟΔΟΣΑ', 'main')).toEqual(['ΟΔΟΣΑ']);
    expect(await found('οδος', 'ΟΔΟΣΑ', 'οδος', 'ΟΔΟΣ')).toEqual(['ΟΔΟΣΑ', 'οδος', 'ΟΔΟΣ']);
    expect(await found('Σ', 'ΟΔΟΣ')).toEqual(['ΟΔΟΣ']);
    expect(await found('ÄÖ', 'xäö')).toEqual(['xäö']);
  });
});
