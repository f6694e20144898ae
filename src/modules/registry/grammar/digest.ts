import { createHash } from 'node:crypto';

/** Algorithms by which content is addressed (contract: registry §6). */
export type ContentAlgorithm = 'sha256' | 'sha512';

const DIGEST = /^(?:(sha256):[0-9a-f]{64}|(sha512):[0-9a-f]{128})$/;
const FALLBACK_HEX = 64;

/** The algorithm of a digest; null for an invalid digest. */
export function algorithmOf(digest: string): ContentAlgorithm | null {
  const match = DIGEST.exec(digest);
  return match?.[1] === 'sha256' ? 'sha256' : match?.[2] === 'sha512' ? 'sha512' : null;
}

export const isDigest = (text: string): boolean => DIGEST.test(text);

export const digestOfBytes = (algorithm: ContentAlgorithm, bytes: Uint8Array): string =>
  `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;

export const hexOf = (digest: string): string => digest.slice(digest.indexOf(':') + 1);

/**
 * The tag under which clients that lack the referrers API list the referrers of a digest (OCI distribution
 * specification).
 */
export const fallbackTagOf = (digest: string): string =>
  `${digest.slice(0, digest.indexOf(':'))}-${hexOf(digest).slice(0, FALLBACK_HEX)}`;
