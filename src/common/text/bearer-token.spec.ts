import { bearerToken } from './bearer-token.js';

describe('bearerToken', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER   abc  '])('reads the token of %j', (header) => {
    expect(bearerToken(header)).toBe('abc');
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Bearer a b', 'Bearerabc', 'Basic abc'])(
    'finds none in %j',
    (header) => {
      expect(bearerToken(header)).toBeUndefined();
    },
  );
});
