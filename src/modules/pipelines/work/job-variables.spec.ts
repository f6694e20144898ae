import { expanded, VariablesTooLarge, winning } from './job-variables.js';
import type { JobVariable } from './job-variables.js';

const variable = (key: string, value: string, more: Partial<JobVariable> = {}): JobVariable => ({
  key,
  value,
  public: true,
  masked: false,
  file: false,
  raw: false,
  ...more,
});
const values = (variables: readonly JobVariable[]) => variables.map(({ key, value }) => `${key}=${value}`);

describe('winning() and expanded()', () => {
  it('answer each variable once, with the value of highest precedence', () => {
    expect(values(winning([variable('A', '1'), variable('B', '2'), variable('A', '3')]))).toEqual(['A=3', 'B=2']);
  });

  it('expand each variable once, whatever their order', () => {
    const variables = [variable('C', '$B!'), variable('B', '${A}b'), variable('A', 'a')];

    expect(values(expanded(variables))).toEqual(['C=${A}b!', 'B=ab', 'A=a']);
  });

  it('leave unknown names, raw values, and signs that are no reference', () => {
    const variables = [variable('A', '$NOBODY ${NO} $$ $- 5$'), variable('B', '$A', { raw: true })];

    expect(values(expanded(variables))).toEqual(['A=$NOBODY ${NO} $$ $- 5$', 'B=$A']);
  });

  it('refuse more than 64 KiB each, counted in bytes', () => {
    const half = variable('HALF', 'ä'.repeat(16_384));

    expect(expanded([half, variable('A', '$HALF$HALF')]).at(1)?.value).toHaveLength(32_768);
    expect(() => expanded([half, variable('A', '$HALF$HALF!')])).toThrow(VariablesTooLarge);
  });

  it('refuse more than 1 MiB together, except for one that is not counted', () => {
    const many = Array.from({ length: 16 }, (_, at) => variable(`V${at}`, 'x'.repeat(65_536), { raw: true }));

    expect(expanded(many)).toHaveLength(16);
    expect(() => expanded([...many, variable('A', '1')])).toThrow(VariablesTooLarge);
    expect(expanded([...many, variable('A', '1')], 'A')).toHaveLength(17);
  });

  it('refuse before texts grow: 1,000 times "$B" a thousand times costs next to nothing', () => {
    const bomb = Array.from({ length: 1000 }, (_, at) => variable(`A${at}`, '$B'.repeat(1000)));

    expect(() => expanded([variable('B', 'x'.repeat(65_536)), ...bomb])).toThrow(VariablesTooLarge);
  });
});
