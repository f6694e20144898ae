import { toBoolean, toCommaList, toDay, toExactInteger, toInteger, toList, toText, toTime } from './coerce.js';
import type { Coerced } from './coerce.js';

const valueOf = <T>(coerced: Coerced<T>): T | 'invalid' => (coerced.ok ? coerced.value : 'invalid');

describe('toInteger', () => {
  it.each<[unknown, number | 'invalid']>([
    ['0', 0],
    ['-5', -5],
    ['007', 7],
    [12, 12],
    ['9007199254740993', Number.MAX_SAFE_INTEGER],
    ['9223372036854775807', Number.MAX_SAFE_INTEGER],
    ['-9223372036854775808', Number.MIN_SAFE_INTEGER],
    [2 ** 63, Number.MAX_SAFE_INTEGER],
    ['9223372036854775808', 'invalid'],
    [1e20, 'invalid'],
    [1.5, 'invalid'],
    [Number.NaN, 'invalid'],
    ['12abc', 'invalid'],
    ['1.0', 'invalid'],
    ['1e3', 'invalid'],
    ['+1', 'invalid'],
    [' 1', 'invalid'],
    [`-${'0'.repeat(1000)}5`, -5],
    ['1'.repeat(1000), 'invalid'],
    ['', 'invalid'],
    [true, 'invalid'],
    [null, 'invalid'],
    [['1'], 'invalid'],
  ])('reads %j as %j', (raw, expected) => {
    expect(valueOf(toInteger(raw))).toBe(expected);
  });

  it.each<[unknown, number | 'invalid']>([
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['9007199254740992', 'invalid'],
    [2 ** 53, 'invalid'],
    ['9223372036854775807', 'invalid'],
    ['-9007199254740993', 'invalid'],
    ['12abc', 'invalid'],
    ['007', 7],
  ])('reads %j as %j where it is kept exactly', (raw, expected) => {
    expect(valueOf(toExactInteger(raw))).toBe(expected);
  });

  it('takes linear time for megabytes of digits', () => {
    const start = performance.now();
    const given = [`${'0'.repeat(2_000_000)}x`, '9'.repeat(2_000_000)].map((raw) => valueOf(toInteger(raw)));

    expect(given).toEqual(['invalid', 'invalid']);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('toBoolean', () => {
  it('knows six words for each, in any case', () => {
    for (const word of ['true', '1', 't', 'yes', 'y', 'on', 'TRUE', 'Yes', true, 1]) {
      expect(valueOf(toBoolean(word))).toBe(true);
    }
    for (const word of ['false', '0', 'f', 'no', 'n', 'off', 'FALSE', 'Off', false, 0]) {
      expect(valueOf(toBoolean(word))).toBe(false);
    }
    for (const word of ['', '2', 'tr', 'ja', null, [], {}, ['true'], { toString: 1 }]) {
      expect(valueOf(toBoolean(word))).toBe('invalid');
    }
  });
});

describe('toText', () => {
  it('takes numbers and booleans for text, lists and hashes for invalid', () => {
    expect([toText('a'), toText(1), toText(false)].map(valueOf)).toEqual(['a', '1', 'false']);
    expect([toText(['a']), toText({}), toText(null)].map(valueOf)).toEqual(['invalid', 'invalid', 'invalid']);
  });
});

describe('toTime() and toDay()', () => {
  it.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T10:20:30Z', '2026-11-21T10:20:30.000Z'],
    ['2026-11-21T10:20:30.123456Z', '2026-11-21T10:20:30.123Z'],
    ['2026-11-21 10:20', '2026-11-21T10:20:00.000Z'],
    ['2026-11-21T01:00:00+02:00', '2026-11-20T23:00:00.000Z'],
    ['2026-11-21T01:00:00+0230', '2026-11-20T22:30:00.000Z'],
    ['2026-11-21T23:00:00-05', '2026-11-22T04:00:00.000Z'],
    ['2026-11-21t10:20:30z', '2026-11-21T10:20:30.000Z'],
    ['20261121', '2026-11-21T00:00:00.000Z'],
    ['20261121T102030Z', '2026-11-21T10:20:30.000Z'],
    ['20261121T102030.5+0200', '2026-11-21T08:20:30.500Z'],
  ])('read %s', (raw, expected) => {
    const time = toTime(raw);
    expect(time.ok && time.value.toISOString()).toBe(expected);
    expect(valueOf(toDay(raw))).toBe(expected.slice(0, 10));
  });

  it.each<[unknown]>([
    ['2026-02-30'],
    ['2026-13-01'],
    ['20260230'],
    ['2026-1121'],
    ['202611'],
    ['1764633600'],
    ['2026-11-21T24:30:00Z'],
    ['2026-11-21T10'],
    ['2026-11-21T10:20:30+24:00'],
    ['0000-12-31'],
    ['9999-12-31T23:59:59-00:01'],
    ['21.11.2026'],
    ['today'],
    [20261121],
    [null],
    [['2026-11-21']],
  ])('refuse %j', (raw) => {
    expect([valueOf(toTime(raw)), valueOf(toDay(raw))]).toEqual(['invalid', 'invalid']);
  });
});

describe('toList() and toCommaList()', () => {
  it('take a single value as one element, and nothing as none', () => {
    expect(valueOf(toList(toInteger)(['1', 2]))).toEqual([1, 2]);
    expect(valueOf(toList(toInteger)('1'))).toEqual([1]);
    expect(valueOf(toList(toInteger)(['', '1']))).toEqual([1]);
    expect(valueOf(toList(toInteger)([]))).toEqual([]);
    expect(valueOf(toList(toInteger)(['x']))).toBe('invalid');
    expect(valueOf(toList(toText)([{}]))).toBe('invalid');
    expect(valueOf(toList(toInteger)({ a: 1 }))).toBe('invalid');
  });

  it('read commas where a parameter is declared so', () => {
    expect(valueOf(toCommaList(toInteger)('1, 2,3,'))).toEqual([1, 2, 3]);
    expect(valueOf(toCommaList(toInteger)(['1', '2']))).toEqual([1, 2]);
    expect(valueOf(toCommaList(toInteger)('1,x'))).toBe('invalid');
    expect(valueOf(toCommaList(toInteger)('1' + ',1'.repeat(2047)))).toHaveLength(2048);
    expect(valueOf(toCommaList(toInteger)('1' + ',1'.repeat(2048)))).toBe('invalid');
  });
});
