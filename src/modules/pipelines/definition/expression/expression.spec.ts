import { parseExpression } from './expression.js';

const VARIABLES = new Map([
  ['A', 'a'],
  ['EMPTY', ''],
  ['REF', 'feature/x-1'],
  ['PATTERN', '/^feature/'],
]);
const evaluated = (text: string) => parseExpression(text)?.(VARIABLES);

describe('parseExpression()', () => {
  it.each([
    ['$A', true],
    ['$EMPTY', false],
    ['$UNSET', false],
    ['$A == "a"', true],
    ["$A == 'b'", false],
    ['${A} == "a"', true],
    ['$UNSET == null', true],
    ['$EMPTY == null', false],
    ['$EMPTY == ""', true],
    ['$A != null', true],
    ['null == null', true],
    ['$REF =~ /^feature/', true],
    ['$REF =~ /X-\\d/', false],
    ['$REF =~ /X-\\d/i', true],
    ['$REF !~ /^main$/', true],
    ['$UNSET =~ /x/', false],
    ['$UNSET !~ /x/', true],
    ['$REF =~ $PATTERN', true],
    ['$REF =~ /feature\\/x/', true],
    ['$UNSET || $A', true],
    ['$A && $UNSET', false],
    ['$UNSET && $UNSET || $A', true],
    ['$A || $UNSET && $UNSET', true],
    ['($A || $UNSET) && $UNSET', false],
    ['"a" == $A', true],
    ['  $A=="a"&&$REF  ', true],
    ['($A == "a") == ($REF == "x")', false],
  ])('evaluates %s to %s', (text, held) => {
    expect(evaluated(text)).toBe(held);
  });

  it.each([
    '',
    '$',
    '$A ==',
    '== "a"',
    '$A = "a"',
    '"a',
    '$A "b"',
    '(',
    '($A',
    '$A)',
    '$A =~ /(?=x)/',
    '$A & $B',
    'word',
  ])('refuses %j', (text) => {
    expect(parseExpression(text)).toBeNull();
  });

  it('evaluates text of any size in linear time', () => {
    expect(parseExpression('('.repeat(100_000))).toBeNull();
    expect(parseExpression(`$A =~ /${'(a*)*'.repeat(100)}b/`)?.(new Map([['A', 'a'.repeat(50_000)]]))).toBe(false);
  });
});
