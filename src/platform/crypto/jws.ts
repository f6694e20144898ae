import { sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** The only algorithm that is signed with and accepted: a token cannot choose a weaker one. */
export const JWS_ALGORITHM = 'RS256';

export interface JwsSigner {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

export type Claims = Readonly<Record<string, unknown>>;

interface ReadJws {
  readonly kid: string;
  readonly claims: Claims;
  /** What the signature is over. */
  readonly signed: Buffer;
  readonly signature: Buffer;
}

const PART = /^[A-Za-z0-9_-]+$/;
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A compact JSON web token over the claims. */
export function signJwt(claims: Claims, { kid, privateKey }: JwsSigner): string {
  const text = `${encoded({ alg: JWS_ALGORITHM, typ: 'JWT', kid })}.${encoded(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

/** The claims of a token whose signature is good, whatever they say; null for everything else. */
export async function verifyJwt(
  token: string,
  keyOf: (kid: string) => Promise<KeyObject | undefined>,
): Promise<Claims | null> {
  const read = readJws(token);
  const key = read && (await keyOf(read.kid));
  return read && key && verify('sha256', read.signed, key, read.signature) ? read.claims : null;
}

function readJws(token: string): ReadJws | null {
  const parts = token.split('.');
  const [header = '', body = '', signature = ''] = parts;
  if (parts.length !== 3 || !parts.every((part) => PART.test(part))) {
    return null;
  }
  const head = decoded(header);
  const claims = decoded(body);
  if (head?.alg !== JWS_ALGORITHM || typeof head.kid !== 'string' || !claims) {
    return null;
  }
  return {
    kid: head.kid,
    claims,
    signed: Buffer.from(`${header}.${body}`),
    signature: Buffer.from(signature, 'base64url'),
  };
}

function decoded(part: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
