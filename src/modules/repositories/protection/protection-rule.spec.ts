import { matchesPattern, meets } from './protection-rule.js';

describe('matchesPattern', () => {
  it.each([
    ['main', 'main', true],
    ['main', 'Main', false],
    ['main', 'main2', false],
    ['*', 'a/b', true],
    ['release/*', 'release/1/x', true],
    ['release/*', 'release/', true],
    ['*-stable', 'x-stable', true],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'acb', false],
    ['ab*ba', 'aba', false],
    ['v*.*', 'v1.2', true],
    ['v*.*', 'v12', false],
    ['a**b', 'ab', true],
  ])('%s on %s: %s', (pattern, name, expected) => {
    expect(matchesPattern(pattern, name)).toBe(expected);
  });

  it('takes a hostile pattern in no time', () => {
    const started = performance.now();

    expect(matchesPattern('*a'.repeat(120), 'a'.repeat(100))).toBe(false);
    expect(matchesPattern('a*'.repeat(100) + 'b', 'a'.repeat(250))).toBe(false);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('meets', () => {
  it.each([
    [0, 50, true, false],
    [30, 30, false, true],
    [40, 30, false, false],
    [40, 0, true, true],
    [60, 50, false, false],
    [60, 0, true, true],
  ] as const)('level %d for %d (administrator: %s): %s', (rule, level, isAdmin, expected) => {
    expect(meets(rule, { level, isAdmin })).toBe(expected);
  });
});
