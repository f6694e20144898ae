import { createHash, randomBytes } from 'node:crypto';

/** Returns 256 random bits as base64url, after the prefix of the token's kind (contract: conventions §19). */
export const randomToken = (prefix: string): string => prefix + randomBytes(32).toString('base64url');
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');
/** A password that an operator can copy. */
export const randomPassword = (): string => randomBytes(15).toString('base64url');

/** Returns the stored form of a token: its SHA-256. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
