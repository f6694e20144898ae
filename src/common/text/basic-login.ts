/** User name and secret of HTTP Basic. */
export interface BasicLogin {
  readonly username: string;
  readonly secret: string;
}

const SCHEME = /^basic(?: +|$)/i;
const VALUE = /^[A-Za-z0-9+/_=-]*$/;

/** Whether an `Authorization` header has the scheme HTTP Basic, readable or not. */
export const isBasic = (authorization: string): boolean => SCHEME.test(authorization);

/**
 * Parses an `Authorization` header of HTTP Basic; null when it is malformed: no base64, no colon, or a NUL, which no
 * name contains and PostgreSQL does not accept.
 */
export function readBasic(authorization: string): BasicLogin | null {
  const value = authorization.replace(SCHEME, '').trimEnd();
  const text = VALUE.test(value) ? Buffer.from(value, 'base64').toString('utf8') : '';
  const colon = text.indexOf(':');
  return colon < 0 || text.includes('\0') ? null : { username: text.slice(0, colon), secret: text.slice(colon + 1) };
}
