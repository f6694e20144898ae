import { createHash, timingSafeEqual } from 'node:crypto';
import { invalidRequest } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';

const FORM = /^[A-Za-z0-9\-._~]{43,128}$/;

/** Throws 400 for a malformed `code_verifier` (contract: oauth §5.1 step 1). */
export function refuseMalformedVerifier(params: ProtocolParams): void {
  const verifier = params.get('code_verifier');
  if (verifier !== undefined && !FORM.test(verifier)) {
    throw invalidRequest();
  }
}

/** Compares by S256 in constant time. */
export function matchesChallenge(verifier: string, challenge: string | null | undefined): boolean {
  const hash = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const expected = Buffer.from(challenge ?? '');
  return expected.length === hash.length && timingSafeEqual(hash, expected);
}
