import { createHash, createHmac } from 'node:crypto';

/** Stands for the hash of a body that is not signed; only for connections that protect it themselves. */
export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';

export interface SigningKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  readonly service: string;
}

/** What of a request is signed: all of the headers given here, and the hash of its body. */
export interface SignableRequest {
  readonly method: string;
  /** Encoded, as it stands in the request line. */
  readonly path: string;
  /** Not encoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly payloadHash: string;
}

/** The `Authorization` header of Signature Version 4 for a request sent at this moment. */
export function authorizationFor(request: SignableRequest, key: SigningKey, at: Date): string {
  const signature = hmac(derivedKey(key, at), stringToSign(request, key, at)).toString('hex');
  return `${ALGORITHM} Credential=${key.accessKeyId}/${scopeOf(key, at)}, SignedHeaders=${signedNames(request)}, Signature=${signature}`;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** The request in the one form that both sides sign. */
export function canonicalRequest(request: SignableRequest): string {
  const headers = sortedHeaders(request).map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}\n`);
  return [
    request.method,
    request.path,
    encodeQuery(request.query),
    headers.join(''),
    signedNames(request),
    request.payloadHash,
  ].join('\n');
}

export function stringToSign(request: SignableRequest, key: SigningKey, at: Date): string {
  return [ALGORITHM, basicTime(at), scopeOf(key, at), sha256(canonicalRequest(request))].join('\n');
}

/** `20150830T123600Z`: the form of `x-amz-date`. */
export function basicTime(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Encodes each segment of a path, once, as S3 wants it. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeStrictly).join('/');
}

/** The query as it is signed, which is also how it is sent. */
export function encodeQuery(query: SignableRequest['query']): string {
  return query
    .map(([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const)
    .toSorted(([nameA, valueA], [nameB, valueB]) => byText(nameA, nameB) || byText(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Lower-case hex. */
export function sha256(...chunks: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  chunks.forEach((chunk) => hash.update(chunk));
  return hash.digest('hex');
}

function derivedKey({ secretAccessKey, region, service }: SigningKey, at: Date): Buffer {
  const parts = [dateOf(at), region, service, 'aws4_request'];
  return parts.reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secretAccessKey}`));
}

function scopeOf({ region, service }: SigningKey, at: Date): string {
  return `${dateOf(at)}/${region}/${service}/aws4_request`;
}

function dateOf(at: Date): string {
  return basicTime(at).slice(0, 'yyyymmdd'.length);
}

function signedNames(request: SignableRequest): string {
  return sortedHeaders(request)
    .map(([name]) => name)
    .join(';');
}

function sortedHeaders({ headers }: SignableRequest): (readonly [string, string])[] {
  return Object.entries(headers).toSorted(([a], [b]) => byText(a, b));
}

function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function byText(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}
