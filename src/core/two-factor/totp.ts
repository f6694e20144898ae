import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Slipway';
/** RFC 6238 as authenticator programs expect it (contract: oauth §2.3). */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const DRIFT = 1;
const BACKUP_CODES = 10;
/** Digits of other scripts are as many characters, but more bytes, which the comparison does not take. */
const CODE = /^[0-9]{6}$/;

export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** What authenticator programs read from a picture or a link. */
export const otpauthUri = (secret: string, username: string): string =>
  new TOTP({ ...FORM, issuer: ISSUER, label: username, secret }).toString();

/**
 * The time step that a code belongs to, one step of drift either way; null for a wrong one. `now` is in milliseconds.
 */
export function stepOf(code: string, secret: string, now: number): number | null {
  if (!CODE.test(code)) {
    return null;
  }
  const delta = new TOTP({ ...FORM, secret }).validate({ token: code, timestamp: now, window: DRIFT });
  return delta === null ? null : Math.floor(now / 1000 / FORM.period) + delta;
}

/** Ten backup codes, 80 bits each. */
export const newBackupCodes = (): string[] =>
  Array.from({ length: BACKUP_CODES }, () => randomBytes(10).toString('hex'));

/** People copy codes with spaces and dashes. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();
