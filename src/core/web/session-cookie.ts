import type { IncomingMessage, ServerResponse } from 'node:http';
import { DAY_SECONDS } from '../../common/time/units.js';

/** Contract: core §1.1. */
const COOKIE = '_service_session';
/** Contract: oauth §2.2. The row expires at the same time. */
export const REMEMBERED_SECONDS = 30 * DAY_SECONDS;

/** Returns the value that a browser sent; undefined without one. */
export function readSessionCookie({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === COOKIE) {
      return pair.slice(at + 1).trim() || undefined;
    }
  }
  return undefined;
}

export interface CookieOptions {
  readonly isHttps: boolean;
  /** Whether the cookie outlives the browser. */
  readonly isRemembered: boolean;
}

/** Sets the cookie of a session (contract: oauth §2.2). */
export function sendSessionCookie(response: ServerResponse, value: string, options: CookieOptions): void {
  const parts = [
    `${COOKIE}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(options.isRemembered ? [`Max-Age=${REMEMBERED_SECONDS}`] : []),
    ...(options.isHttps ? ['Secure'] : []),
  ];
  response.setHeader('Set-Cookie', parts.join('; '));
}

/** Deletes the session cookie in the browser (contract: oauth §2.2). */
export function clearSessionCookie(response: ServerResponse, { isHttps }: Pick<CookieOptions, 'isHttps'>): void {
  response.setHeader('Set-Cookie', `${COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${isHttps ? '; Secure' : ''}`);
}
