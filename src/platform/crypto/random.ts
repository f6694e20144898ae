import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as base64url, behind the prefix that names the kind of token (contract: conventions §19). */
export const randomToken = (prefix: string): string => prefix + randomBytes(32).toString('base64url');
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');
/** A password that an operator can copy. */
export const randomPassword = (): string => randomBytes(15).toString('base64url');

/** What is stored of a token: its SHA-256. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
