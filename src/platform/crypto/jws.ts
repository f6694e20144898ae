import { SignJWT, compactVerify, errors } from 'jose';
import type { CompactJWSHeaderParameters, CryptoKey } from 'jose';
import { toJsonObject } from '../../common/params/json-object.js';

/** The only algorithm for signing and verification: a token cannot choose a weaker one. */
export const JWS_ALGORITHM = 'RS256';

export interface JwsSigner {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/** Keys of other parties need not have an id. */
type Signer = Omit<JwsSigner, 'kid'> & { readonly kid: string | undefined };

export type Claims = Readonly<Record<string, unknown>>;

/** Returns a compact JSON web token with the claims. */
export function signJwt(claims: Claims, { kid, privateKey }: Signer): Promise<string> {
  const header = { alg: JWS_ALGORITHM, typ: 'JWT', ...(kid === undefined ? {} : { kid }) };
  return new SignJWT({ ...claims }).setProtectedHeader(header).sign(privateKey);
}

/** Returns the unvalidated claims of a token with a valid signature; null for any other token. */
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
    return toJsonObject(value);
  } catch {
    return null;
  }
}
