import { csrfTokenFor, isCsrfToken } from './csrf.js';
import { readSessionCookie } from './session-cookie.js';

describe('csrfTokenFor', () => {
  it('makes a token that is good for its session alone, and looks different each time', () => {
    const [one, two] = [csrfTokenFor('session-a'), csrfTokenFor('session-a')];

    expect(one).not.toBe(two);
    expect([one, two].map((token) => isCsrfToken(token, 'session-a'))).toEqual([true, true]);
    expect(isCsrfToken(one, 'session-b')).toBe(false);
  });

  it.each(['', 'x', 'A'.repeat(86), csrfTokenFor('session-a').slice(0, -2)])('refuses %j', (token) => {
    expect(isCsrfToken(token, 'session-a')).toBe(false);
  });
});

describe('readSessionCookie', () => {
  it.each([
    ['_service_session=abc', 'abc'],
    ['a=1; _service_session=abc; b=2', 'abc'],
    ['x_service_session=abc', undefined],
    ['_service_session=', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (cookie, value) => {
    expect(readSessionCookie({ headers: cookie === undefined ? {} : { cookie } })).toBe(value);
  });
});
