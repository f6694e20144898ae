import { jest } from '@jest/globals';
import { RE2JS } from 're2js';
import { MAX_PATTERN_LENGTH, compilePattern, storedPattern } from './pattern.js';

function matches(text: string, name: string): boolean {
  const compiled = compilePattern(text);
  if (!compiled.ok) {
    throw new Error(compiled.reason);
  }
  return compiled.pattern.matches(name);
}

describe('compilePattern', () => {
  it.each([
    ['.*', 'anything'],
    ['.*', ''],
    ['', ''],
    ['rc-.*|old', 'old'],
    ['rc-.*|old', 'rc-1'],
    ['a|ab', 'ab'],
    ['a*?', 'aaa'],
    ['^v\\d+$', 'v12'],
    ['(?i)LATEST', 'latest'],
    ['\\Qa.b', 'a.b'],
    ['\\Av\\z', 'v'],
    ['a{1000}', 'a'.repeat(1000)],
    ['(?P<major>\\d+)\\.\\d+', '1.2'],
    ['(?s).*', 'a\nb'],
    ['\\p{Greek}+', 'αβγ'],
    ['.', '😀'],
  ])('lets %j match the whole of %j', (text, name) => {
    expect(matches(text, name)).toBe(true);
  });

  it.each([
    ['rc', 'rc-1'],
    ['rc', 'my-rc'],
    ['a|b', 'ab'],
    ['rc-.*|old', 'older'],
    ['LATEST', 'latest'],
    ['', 'a'],
    ['a.b', 'a\nb'],
    ['.*', 'a\nb'],
    ['a', 'a\n'],
    ['a$', 'a\n'],
    ['(?m)^a$', 'a\nb'],
    ['(?m)^b$', 'a\nb'],
    ['\\Qa.b', 'axb'],
  ])('does not let %j match %j', (text, name) => {
    expect(matches(text, name)).toBe(false);
  });

  it.each([
    ['a(?=b)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['a(?!b)', 'invalid or unsupported Perl syntax: `(?!`'],
    ['(?<=a)b', 'invalid named capture: `(?<=a)b`'],
    ['(?<!a)b', 'invalid named capture: `(?<!a)b`'],
    ['(?>a)', 'invalid or unsupported Perl syntax: `(?>`'],
    ['(a)\\1', 'invalid escape sequence: `\\1`'],
    ['*', 'missing argument to repetition operator: `*`'],
    ['*.txt', 'missing argument to repetition operator: `*`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['[a', 'missing closing ]: `[a`'],
    ['(a', 'missing closing ): `(a`'],
    ['a)', 'unexpected ): `a)`'],
    ['a)|(?:b', 'unexpected ): `a)|(?:b`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['(a{40}){40}', 'invalid repeat count: `{40}`'],
    ['a{2,1}', 'invalid repeat count: `{2,1}`'],
    ['[z-a]', 'invalid character class range: `z-a`'],
    ['\\p{Nope}', 'invalid character class range: `\\p{Nope}`'],
    ['a\\', 'trailing backslash at end of expression'],
  ])('refuses %j and says why', (text, reason) => {
    expect(compilePattern(text)).toEqual({ ok: false, reason });
  });

  it('gives the reason as one short line even for a pattern of many', () => {
    const refused = compilePattern(`(${'a\n\u2028'.repeat(300)}`);

    expect(refused).toEqual({ ok: false, reason: expect.stringMatching(/^missing closing \): `[^\n\u2028]{1,200}$/) });
    expect(!refused.ok && refused.reason.length).toBe(200);
  });

  it.each([
    ['^(a+)+$', 'a'.repeat(20_000), true],
    ['^(a+)+$', `${'a'.repeat(20_000)}!`, false],
    ['(x+x+)+y', 'x'.repeat(20_000), false],
    ['(a|b)*a(a|b){18}', 'ab'.repeat(10_000), false],
    ['(.*)*(.*)*(.*)*x', 'y'.repeat(20_000), false],
  ])('takes linear time for %j', (text, name, expected) => {
    const started = performance.now();

    expect(matches(text, name)).toBe(expected);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('refuses a pattern that is short but grows too large to be fast', () => {
    for (const text of ['.{0,1000}'.repeat(110), '(a?){1000}', '(a?b?){1000}', '(?:a?b?c?){1000}']) {
      expect(text.length).toBeLessThanOrEqual(MAX_PATTERN_LENGTH);
      expect(compilePattern(text)).toEqual({ ok: false, reason: 'pattern too large' });
    }
    expect(compilePattern('(?:a?){1000}')).toMatchObject({ ok: true });
    expect(compilePattern('x'.repeat(MAX_PATTERN_LENGTH))).toMatchObject({ ok: true });
  });

  it.each([
    '(\\pL{1,1000})'.repeat(70),
    '[^\\pL\\pN]{1000}'.repeat(60),
    '((a{10}){10}){10}'.repeat(55),
    '(?P<name>\\pL{1000})'.repeat(50),
    '(?:ab|cd|ef|gh){1000}'.repeat(40),
    '(a{1000}){1000}',
    '(?i)[a-\u{10fffe}]'.repeat(60),
    `(?i)[${'\\x{100}-\\x{10fffe}'.repeat(50)}]`,
  ])('refuses %j before it is compiled, which would take seconds', (text) => {
    const compile = jest.spyOn(RE2JS, 'compile');

    expect(compilePattern(text)).toEqual({ ok: false, reason: 'pattern too large' });
    expect(compile).not.toHaveBeenCalled();
    compile.mockRestore();
  });

  it('compiles a pattern once while it is in use', () => {
    const first = compilePattern('v\\d+');
    const second = compilePattern('v\\d+');

    expect(first.ok && second.ok && first.pattern === second.pattern).toBe(true);
  });

  it('tells the last match in a text, its first group where there is one', () => {
    const last = (source: string, text: string) => {
      const compiled = compilePattern(source);
      return compiled.ok ? compiled.pattern.lastIn(text) : undefined;
    };

    expect(last('\\d+%', '1% then 22%')).toBe('22%');
    expect(last('Lines: (\\d+)', 'Lines: 1, Lines: 2')).toBe('2');
    expect(last('x', 'y')).toBeNull();
  });
});

describe('storedPattern', () => {
  it('means the names that the pattern matches as a whole', () => {
    expect(['v1', 'v1-rc'].filter(storedPattern('v\\d+', 'all'))).toEqual(['v1']);
  });

  it('means all or no name when the pattern is refused by now', () => {
    expect(['a', 'b'].filter(storedPattern('(a?){1000}', 'all'))).toEqual(['a', 'b']);
    expect(['a', 'b'].filter(storedPattern('(a?){1000}', 'none'))).toEqual([]);
  });
});
