import { jest } from '@jest/globals';
import utils from 'pg/lib/utils.js';
import { parameterOf } from './parameter-of.js';

const LARGE = 20_000;

describe('parameterOf', () => {
  it.each<unknown[]>([
    ['"', '\\', '\\"', 'é"€\\\u{1F600}', 'plain', '\n'].map((part) => part.repeat(LARGE)),
    ['x'.repeat(LARGE), null, 1, 'short "one"', new Date(0), ['in "side"']],
    ['x'.repeat(LARGE), undefined, true, Buffer.from('a')],
  ])('writes lists with large texts as the library does', (...list) => {
    expect(parameterOf(list)).toBe(utils.prepareValue(list));
  });

  it.each([['a', 'b'], 'text "x"', null, 7, [], { a: 1 }])('leaves %j to the library', (value) => {
    expect(parameterOf(value)).toEqual(utils.prepareValue(value));
  });

  it('replaces nothing in a large text, however many quotes it holds', () => {
    const replaced = jest.spyOn(String.prototype, 'replace');

    parameterOf(['\\"'.repeat(LARGE), 'short']);

    const lengths = replaced.mock.contexts.map((text) => String(text).length);
    replaced.mockRestore();
    expect(Math.max(0, ...lengths)).toBeLessThan(LARGE);
  });
});
