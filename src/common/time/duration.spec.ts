import { MAX_HUMAN_DURATION, parseHumanDuration } from './duration.js';

const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

describe('parseHumanDuration', () => {
  it.each([
    ...['s', 'sec', 'secs', 'second', 'seconds'].map((unit) => [unit, S] as const),
    ...['m', 'min', 'mins', 'minute', 'minutes'].map((unit) => [unit, M] as const),
    ...['h', 'hr', 'hrs', 'hour', 'hours'].map((unit) => [unit, H] as const),
    ...['d', 'day', 'days'].map((unit) => [unit, D] as const),
    ...['w', 'wk', 'wks', 'week', 'weeks'].map((unit) => [unit, 7 * D] as const),
    ...['mo', 'mos', 'month', 'months'].map((unit) => [unit, 30 * D] as const),
    ...['y', 'yr', 'yrs', 'year', 'years'].map((unit) => [unit, 365.25 * D] as const),
  ])('knows the unit %s: alone, with a number, in any case', (unit, millis) => {
    expect(parseHumanDuration(unit)).toBe(millis);
    expect(parseHumanDuration(`3${unit}`)).toBe(3 * millis);
    expect(parseHumanDuration(`3 ${unit.toUpperCase()}`)).toBe(3 * millis);
  });

  it.each([
    ['1h', H],
    ['1d', D],
    ['1month', 30 * D],
    ['2h30m', 2 * H + 30 * M],
    ['2 weeks and 3 days', 17 * D],
    ['2 weeks, 3 days', 17 * D],
    ['2 weeks,3 days', 17 * D],
    ['2 weeks , and 3 days', 17 * D],
    ['2weeks 3days', 17 * D],
    ['2weeks3days', 17 * D],
    ['1h and day', D + H],
    ['week day', 8 * D],
    ['1y2mo3w4d5h6m7s', 365.25 * D + 60 * D + 21 * D + 4 * D + 5 * H + 6 * M + 7 * S],
    ['1h 1h', 2 * H],
    ['1m 1mo', M + 30 * D],
    ['  1 h  ', H],
    ['1\th\n', H],
  ])('reads the list %j', (text, millis) => {
    expect(parseHumanDuration(text)).toBe(millis);
  });

  it.each([
    ['1.5h', 1.5 * H],
    ['.5 d', 12 * H],
    ['0.1d', 0.1 * D],
    ['1.25', 1250],
    ['007s', 7 * S],
    ['0.0001s', 1],
  ])('reads the decimal %j as whole milliseconds', (text, millis) => {
    expect(parseHumanDuration(text)).toBe(millis);
  });

  it.each([
    ['90', 90 * S],
    ['1h 30', H + 30 * S],
    ['1 day, 30', D + 30 * S],
  ])('reads the bare number of %j as seconds', (text, millis) => {
    expect(parseHumanDuration(text)).toBe(millis);
  });

  it.each([
    ['1:30:00', 90 * M],
    ['0:00:01', S],
    ['100:00:00', 100 * H],
    ['1 day 2:03:04', D + 2 * H + 3 * M + 4 * S],
    ['2:03:04 and 1 day', D + 2 * H + 3 * M + 4 * S],
  ])('reads the clock form %j', (text, millis) => {
    expect(parseHumanDuration(text)).toBe(millis);
  });

  it.each(['', ' ', '0', '0s', '0 days and 0 h', '0:00:00', '0.00000', ',', 'and'])(
    'finds no positive duration in %j',
    (text) => {
      expect(parseHumanDuration(text)).toBeNull();
    },
  );

  it.each([
    ...['-1h', '+1h', '1e3', '0x10', '1h-30m', '١h', '1½h'],
    ...['soon', '1 fortnight', '1 hx', 'tomorrow 1h', '1h later', '1andh', '2hand3m', 'µs', 'ms'],
    ...['1,000 s', '1 000', '10 5', '10 5 h', '1,h', '1 and h', '1.', '1.h', '1..5h', '1.2.3h'],
    ...['1h,', '1h and', ',1h', 'and 1h', '1h,,2m', '1h and and 2m', '1h and, 2m', '1h;2m', '1h/2m'],
    ...[
      '1:30',
      '1:5:00',
      '1:60:00',
      '1:00:60',
      '1:00:00:00',
      '1:00:00.5',
      ':30:00',
      '-1:00:00',
      '1:30:00h',
      '1 :30:00',
    ],
  ])('refuses %j', (text) => {
    expect(parseHumanDuration(text)).toBeNull();
  });

  it.each(['1000 years', '999999999 years', '9'.repeat(400)])('counts %j as the longest duration', (text) => {
    expect(parseHumanDuration(text)).toBe(MAX_HUMAN_DURATION);
  });

  it('leaves a moment that every date type can hold', () => {
    const moment = new Date(Date.UTC(2020, 0, 1) - MAX_HUMAN_DURATION);

    expect(moment.toISOString()).toMatch(/^10\d\d-/);
  });

  it.each([
    '1h '.repeat(50_000),
    '1'.repeat(200_000) + 'q',
    'a'.repeat(200_000),
    ' '.repeat(200_000) + 'x',
    '1h' + ' '.repeat(200_000) + '?',
  ])('takes linear time on long text', (text) => {
    const started = performance.now();

    parseHumanDuration(text);

    expect(performance.now() - started).toBeLessThan(5000);
  });
});
