import { readVariables } from './read-variables.js';

const KEYS = { message: { variables: ["key can contain only letters, digits and '_'"] } };
const LONG = { message: { variables: ['is too long'] } };
const NOT_A_MAP = { message: 'variables needs to be a map of key-valued strings' };

describe('readVariables()', () => {
  it.each([[undefined], [null], [''], [{}], [[]]])('reads none from %j', (sent) => {
    expect(readVariables(sent)).toEqual([]);
  });

  it('reads a map and a list', () => {
    expect(readVariables({ lower_Case: 'v' })).toEqual([{ key: 'lower_Case', value: 'v', type: 'env_var' }]);
    expect(
      readVariables([
        { key: 'A', value: '' },
        { key: 'B', value: 'b', variable_type: 'file' },
        { key: 'C', value: 'c', variable_type: '' },
      ]),
    ).toEqual([
      { key: 'A', value: '', type: 'env_var' },
      { key: 'B', value: 'b', type: 'file' },
      { key: 'C', value: 'c', type: 'env_var' },
    ]);
  });

  it.each([
    ['text', { message: { variables: ['is invalid'] } }],
    [3, { message: { variables: ['is invalid'] } }],
    [true, { message: { variables: ['is invalid'] } }],
    [{ A: 1 }, NOT_A_MAP],
    [{ A: null }, NOT_A_MAP],
    [{ A: ['x'] }, NOT_A_MAP],
    [{ A: { B: 'x' } }, NOT_A_MAP],
    [['x'], NOT_A_MAP],
    [[{ value: 'x' }], NOT_A_MAP],
    [[{ key: 'A' }], NOT_A_MAP],
    [{ 'a-b': 'x' }, KEYS],
    [{ '': 'x' }, KEYS],
    [{ ['x'.repeat(256)]: 'x' }, KEYS],
    [[{ key: 'A', value: 'x', variable_type: 'secret' }], { message: { variables: ['does not have a valid value'] } }],
    [{ A: 'x'.repeat(65_537) }, LONG],
    [Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`V${at}`, ''])), LONG],
  ])('refuses %j', (sent, body) => {
    expect(() => readVariables(sent)).toThrow(expect.objectContaining({ status: 400, body }));
  });
});
