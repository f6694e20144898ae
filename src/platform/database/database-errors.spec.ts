import { isAway } from './database-errors.js';

describe('isAway', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNABORTED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    '57P01',
    '08006',
    '25006',
  ])('is true of %s', (code) => {
    const cause = Object.assign(new Error('lost'), { code });

    expect(isAway(cause)).toBe(true);
    expect(isAway(Object.assign(new Error('query failed'), { driverError: cause }))).toBe(true);
  });

  it.each(['23505', 'ERR_INVALID_ARG_TYPE'])('is false of %s', (code) => {
    expect(isAway(Object.assign(new Error('refused'), { code }))).toBe(false);
  });
});
