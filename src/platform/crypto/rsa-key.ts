import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair } from 'jose';

const MODULUS_BITS = 2048;

/** A public RSA key in its published form (RFC 7517); `kid` is its RFC 7638 thumbprint. */
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

/** A new key pair for RS256; its id is the thumbprint of RFC 7638. */
export async function generateRsaKey(): Promise<RsaKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { modulusLength: MODULUS_BITS, extractable: true });
  const { n = '', e = '' } = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint({ kty: 'RSA', n, e });
  return {
    publicJwk: { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e },
    privatePem: await exportPKCS8(privateKey),
  };
}
