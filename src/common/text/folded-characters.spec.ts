import { foldedCharacters } from './folded-characters.js';

describe('foldedCharacters', () => {
  it.each([
    ['[a-\u{10fffe}]', 0],
    ['(?i)latest', 0],
    ['(?i)[a-z]', 26],
    ['(?si:[a-z])', 26],
    ['(?i)[^a-zа-я_.]', 58],
    ['(?i)[\\x{430}-\\x{44f}]', 32],
    ['(?i)[\\x{000430}-\\x{44f}]', 32],
    ['(?i)[а-\\x{44f}]', 32],
    ['(?i)[!-/]', 0],
    ['(?i)[😀-😂]', 0],
    ['(?i)[a-c][a-c]{1000}', 6],
  ])('counts for %j %i characters', (pattern, characters) => {
    expect(foldedCharacters(pattern)).toBe(characters);
  });

  it.each([
    'a-\u{10fffe}',
    'a-\\x{10fffe}',
    '[-\u{10fffe}',
    '--\u{10fffe}',
    '\\\\x{1f000}-\\x{1e900}',
    'x\\--\u{10fffe}',
  ])('counts all characters with another case of [%s]', (range) => {
    expect(foldedCharacters(`(?i)[${range}]`)).toBeGreaterThan(124_000);
  });
});
