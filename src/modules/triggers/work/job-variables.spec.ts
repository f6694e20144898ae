import { expanded, winning } from './job-variables.js';
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

describe('variables of a job', () => {
  it('come once each, with the value that wins', () => {
    expect(values(winning([variable('A', '1'), variable('B', '2'), variable('A', '3')]))).toEqual(['A=3', 'B=2']);
  });

  it('are expanded once, whatever their order', () => {
    const variables = [variable('C', '$B!'), variable('B', '${A}b'), variable('A', 'a')];

    expect(values(expanded(variables))).toEqual(['C=${A}b!', 'B=ab', 'A=a']);
  });

  it('keep names that nobody set, raw values, and signs that are no reference', () => {
    const variables = [variable('A', '$NOBODY ${NO} $$ $- 5$'), variable('B', '$A', { raw: true })];

    expect(values(expanded(variables))).toEqual(['A=$NOBODY ${NO} $$ $- 5$', 'B=$A']);
  });
});
