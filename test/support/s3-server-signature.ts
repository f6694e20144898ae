import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary keys, which are worth nothing without it. */
  readonly sessionToken?: string;
}

const FORM =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<scope>(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request), ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/;
const MAX_SKEW_MS = 15 * 60 * 1000;

/**
 * The code of the refusal a real service would answer, null when the signature holds. Written from the description of
 * the protocol and not from the client under test, so that one mistake cannot hide another.
 */
export function refusalOf(
  request: IncomingMessage,
  ownRegion: string,
  known: readonly S3Keys[],
  now: number,
): string | null {
  const found = FORM.exec(request.headers.authorization ?? '')?.groups;
  if (!found) {
    return 'AccessDenied';
  }
  const { id, scope, day, region, names, signature } = found as Record<string, string>;
  const credentials = known.find(({ accessKeyId }) => accessKeyId === id);
  if (!credentials) {
    return 'InvalidAccessKeyId';
  }
  if (request.headers['x-amz-security-token'] !== credentials.sessionToken) {
    return 'InvalidToken';
  }
  const date = String(request.headers['x-amz-date']);
  if (region !== ownRegion || !date.startsWith(day!)) {
    return 'AuthorizationHeaderMalformed';
  }
  if (!(Math.abs(now - momentOf(date)) < MAX_SKEW_MS)) {
    return 'RequestTimeTooSkewed';
  }
  const signed = names!.split(';');
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (!request.headers['x-amz-content-sha256'] || mustBeSigned.some((name) => !signed.includes(name))) {
    return 'AccessDenied';
  }
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical(request, signed))].join('\n');
  const key = [day!, region, 's3', 'aws4_request'].reduce<Buffer>(
    (previous, part) => hmac(previous, part),
    Buffer.from(`AWS4${credentials.secretAccessKey}`),
  );
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

function canonical(request: IncomingMessage, signed: readonly string[]): string {
  const [path = '', search = ''] = (request.url ?? '').split('?');
  const query = search
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return `${encode(decodeURIComponent(name))}=${encode(decodeURIComponent(value))}`;
    });
  const headers = signed.map((name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, ' ')}\n`);
  const encodedPath = path
    .split('/')
    .map((segment) => encode(decodeURIComponent(segment)))
    .join('/');
  return [
    request.method,
    encodedPath,
    query.sort().join('&'),
    headers.join(''),
    signed.join(';'),
    request.headers['x-amz-content-sha256'],
  ].join('\n');
}

function encode(text: string): string {
  return Array.from(Buffer.from(text))
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[A-Za-z0-9\-._~]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

function momentOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
