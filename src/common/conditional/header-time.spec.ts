import { jest } from '@jest/globals';
import { headerTime } from './header-time.js';

const NOON = Date.parse('2026-11-06T12:00:00Z');

describe('headerTime', () => {
  it.each([
    'Fri, 06 Nov 2026 12:00:00 GMT',
    'Friday, 06-Nov-26 12:00:00 GMT',
    'Fri Nov  6 12:00:00 2026',
    'fri, 6 nov 2026 12:00:00 gmt',
    'Fri, 06 Nov 2026 13:00:00 +0100',
    '06 Nov 2026 12:00:00 -0000',
    '2026-11-06T12:00:00Z',
    '2026-11-06T12:00:00',
    '2026-11-06T14:00:00+02:00',
  ])('reads %s', (text) => {
    expect(headerTime(text)).toBe(NOON);
  });

  it.each([
    '',
    'soon',
    '12',
    'record 1',
    'Fri, 31 Foo 2026 12:00:00 GMT',
    'Fri, 06 Nov 2026 25:00:00 GMT',
    '2026-02-30',
  ])('does not guess what %s means', (text) => {
    expect(headerTime(text)).toBeNaN();
  });

  it('takes a date without a zone for UTC wherever the process runs', () => {
    const parse = jest.spyOn(Date, 'parse');

    headerTime('Fri Nov  6 12:00:00 2026');

    expect(parse).toHaveBeenCalledWith('Fri Nov  6 12:00:00 2026 GMT');
    parse.mockRestore();
  });
});
