import { jest } from '@jest/globals';
import utils from 'pg/lib/utils.js';
import { installColumnParsers, isoTime } from './column-parsers.js';

describe('isoTime()', () => {
  it('writes times as the wire has them, with milliseconds and Z', () => {
    expect(isoTime('2026-11-21 09:56:30.12+00')).toBe('2026-11-21T09:56:30.120Z');
    expect(isoTime('2026-11-21 09:56:30+00')).toBe('2026-11-21T09:56:30.000Z');
  });
});

describe('installColumnParsers()', () => {
  it('sends times in UTC whatever the zone of the process', () => {
    installColumnParsers();
    jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-345);

    expect(utils.prepareValue(new Date('1900-01-01T00:00:00.500Z'))).toBe('1900-01-01T00:00:00.500+00:00');
    jest.restoreAllMocks();
  });
});
