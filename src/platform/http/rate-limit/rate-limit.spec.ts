import { windowAt } from './rate-counters.js';
import { tooManyRequests, usageHeaders } from './rate-limit.js';

describe('windowAt', () => {
  it('aligns windows to the Unix epoch', () => {
    expect(windowAt('x', 60, 119_999)).toMatchObject({ start: 60_000, end: 120_000 });
    expect(windowAt('x', 60, 120_000)).toMatchObject({ start: 120_000, end: 180_000 });
  });

  it('keeps windows of different lengths apart, also where they begin together', () => {
    expect(windowAt('x', 60, 0).name).not.toBe(windowAt('x', 120, 0).name);
  });
});

describe('usageHeaders() and tooManyRequests()', () => {
  const usage = { limit: 3, observed: 5, window: windowAt('x', 60, 61_500) };

  it('tell limit, count, rest and the end of the window', () => {
    expect(usageHeaders({ ...usage, observed: 1 })).toEqual({
      'RateLimit-Limit': '3',
      'RateLimit-Observed': '1',
      'RateLimit-Remaining': '2',
      'RateLimit-Reset': '120',
    });
  });

  it('tell a refused client how long to wait, at least a second', () => {
    const refusal = tooManyRequests('some_limit', usage, 61_500);

    expect(refusal).toMatchObject({ status: 429, body: { message: '429 Too Many Requests' } });
    expect(refusal.headers).toMatchObject({
      'Retry-After': '59',
      'RateLimit-Remaining': '0',
      'RateLimit-Name': 'some_limit',
    });
    expect(tooManyRequests('some_limit', usage, 119_999).headers['Retry-After']).toBe('1');
  });
});
