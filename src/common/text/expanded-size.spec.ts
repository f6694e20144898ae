import { expandedSize } from './expanded-size.js';

describe('expandedSize', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['a{1000}', 1000],
    ['a{2,30}', 30],
    ['a{2,}', 2],
    ['(a?){1000}', 1000],
    ['((a{10}){10}){10}', 1000],
    ['(?:ab|cd){10}', 40],
    ['(?P<name>ab){10}', 20],
    ['(?<name>ab){10}', 20],
    ['(?i:ab){10}', 20],
    ['[a{9}]{3}', 3],
    ['[]{9}]{3}', 3],
    ['[[:alpha:]{9}]{3}', 3],
    ['\\p{Greek}{5}', 5],
    ['\\{5\\}', 3],
    ['a{,5}', 5],
    ['a|b', 2],
  ])('counts %j as %i atoms', (pattern, atoms) => {
    expect(expandedSize(pattern)).toBe(atoms);
  });

  it.each(['((((', 'a))b', '[a', '\\', '{3}', '\\Qa{1000}'])(
    'takes %j, which is none or quoted, without an error',
    (text) => {
      expect(expandedSize(text)).toBeLessThan(20);
    },
  );
});
