import { createHash, timingSafeEqual } from 'node:crypto';
import { invalidRequest } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';

const FORM = /^[A-Za-z0-9\-._~]{43,128}$/;

export const hasVerifierForm = (text: string): boolean => FORM.test(text);

/** Throws 400 for a malformed `code_verifier` (contract: oauth §5.1 step 1). */
export function refuseMalformedVerifier(params: ProtocolParams): void {
  const verifier = params.get('code_verifier');
  if (verifier !== undefined && !hasVerifierForm(verifier)) {
    throw invalidRequest();
  }
}

/** S256, in constant time. */
export function answersChallenge(verifier: string, challenge: string | null): boolean {
  const hash = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const wanted = Buffer.from(challenge ?? '');
  return wanted.length === hash.length && timingSafeEqual(hash, wanted);
}
