import { createHash, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const MODULUS_BITS = 2048;
const generate = promisify(generateKeyPair);

/** A public RSA key as others read it (RFC 7517); `kid` is its RFC 7638 thumbprint. */
export interface PublicJwk {
  readonly kty: 'RSA';
  readonly use: 'sig';
  readonly alg: 'RS256';
  readonly kid: string;
  readonly n: string;
  readonly e: string;
}

export interface RsaKey {
  readonly publicJwk: PublicJwk;
  /** PKCS #8, PEM. */
  readonly privatePem: string;
}

export async function generateRsaKey(): Promise<RsaKey> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: MODULUS_BITS });
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  return {
    publicJwk: { kty: 'RSA', use: 'sig', alg: 'RS256', kid: thumbprintOf(n, e), n, e },
    privatePem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

/** RFC 7638: SHA-256 over the required members in lexicographic order, without white space. */
export const thumbprintOf = (n: string, e: string): string =>
  createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
