import { SignJWT, compactVerify, errors } from 'jose';
import type { CompactJWSHeaderParameters, CryptoKey } from 'jose';

/** The only algorithm that is signed with and accepted: a token cannot choose a weaker one. */
export const JWS_ALGORITHM = 'RS256';

export interface JwsSigner {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/** A key of others need not have a name. */
type Signer = Omit<JwsSigner, 'kid'> & { readonly kid: string | undefined };

export type Claims = Readonly<Record<string, unknown>>;

/** A compact JSON web token over the claims. */
export function signJwt(claims: Claims, { kid, privateKey }: Signer): Promise<string> {
  const header = { alg: JWS_ALGORITHM, typ: 'JWT', ...(kid === undefined ? {} : { kid }) };
  return new SignJWT({ ...claims }).setProtectedHeader(header).sign(privateKey);
}

/** The claims of a token whose signature is good, whatever they say; null for everything else. */
export async function verifyJwt(
  token: string,
  keyOf: (kid: string) => Promise<CryptoKey | undefined>,
): Promise<Claims | null> {
  const keyFor = async ({ kid }: CompactJWSHeaderParameters): Promise<CryptoKey> => {
    const key = typeof kid === 'string' ? await keyOf(kid) : undefined;
    if (!key) {
      throw new errors.JWKSNoMatchingKey();
    }
    return key;
  };
  try {
    const { payload } = await compactVerify(token, keyFor, { algorithms: [JWS_ALGORITHM] });
    return claimsIn(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) {
      return null;
    }
    throw error;
  }
}

function claimsIn(payload: Uint8Array): Claims | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(payload).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
