import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const BYTES = 32;

/** CSRF secret of a session: derived from its cookie, so it need not be stored. */
const secretOf = (sessionValue: string): Buffer => createHmac('sha256', sessionValue).update('csrf').digest();

/**
 * Returns the session's token, masked differently for each page, so that compression reveals nothing about it
 * (contract: oauth §2.2).
 */
export function csrfTokenFor(sessionValue: string): string {
  const mask = randomBytes(BYTES);
  return Buffer.concat([mask, xor(secretOf(sessionValue), mask)]).toString('base64url');
}

/** Compares in constant time. */
export function isCsrfToken(token: string, sessionValue: string): boolean {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 2 * BYTES) {
    return false;
  }
  return timingSafeEqual(xor(bytes.subarray(BYTES), bytes.subarray(0, BYTES)), secretOf(sessionValue));
}

const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, at) => byte ^ (b[at] ?? 0)));
