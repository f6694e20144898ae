import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Slipway';
/** RFC 6238 with the parameters that authenticator apps expect (contract: oauth §2.3). */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const DRIFT = 1;
const BACKUP_CODES = 10;
/** ASCII digits only: other digits have more bytes, which the comparison does not accept. */
const CODE = /^[0-9]{6}$/;

export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns the URI that authenticator apps read from a QR code or a link. */
export const otpauthUri = (secret: string, username: string): string =>
  new TOTP({ ...FORM, issuer: ISSUER, label: username, secret }).toString();

/**
 * Returns the time step of a code, with one step of drift either way; null for a wrong one. `now` is in milliseconds.
 */
export function stepOf(code: string, secret: string, now: number): number | null {
  if (!CODE.test(code)) {
    return null;
  }
  const delta = new TOTP({ ...FORM, secret }).validate({ token: code, timestamp: now, window: DRIFT });
  return delta === null ? null : Math.floor(now / 1000 / FORM.period) + delta;
}

/** Returns ten backup codes of 80 bits each. */
export const newBackupCodes = (): string[] =>
  Array.from({ length: BACKUP_CODES }, () => randomBytes(10).toString('hex'));

/** Users copy codes with spaces and dashes. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();
