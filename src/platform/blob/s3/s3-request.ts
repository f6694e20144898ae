import type { SigningKey } from './s3-signature.js';
import { UNSIGNED_PAYLOAD, authorizationFor, basicTime, encodePath, encodeQuery, sha256 } from './s3-signature.js';

/** One bucket and how to reach it. */
export interface S3Target {
  readonly endpoint: URL;
  readonly bucket: string;
  readonly region: string;
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Request {
  readonly method: string;
  /** Absent: the bucket itself. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: readonly Uint8Array[];
}

export interface SignedRequest {
  readonly hostname: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Addresses and signs a request for this moment. */
export function signRequest(target: S3Target, request: S3Request, at: Date): SignedRequest {
  const { method, name = '', query = {}, body = [] } = request;
  const { host, hostname, protocol } = target.endpoint;
  const payloadHash = protocol === 'https:' && body.length > 0 ? UNSIGNED_PAYLOAD : sha256(...body);
  const headers = {
    ...request.headers,
    'content-length': String(body.reduce((sum, { byteLength }) => sum + byteLength, 0)),
    host: target.pathStyle ? host : `${target.bucket}.${host}`,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': basicTime(at),
  };
  const path = encodePath(target.pathStyle ? `/${target.bucket}/${name}` : `/${name}`);
  const search = Object.entries(query);
  const authorization = authorizationFor({ method, path, query: search, headers, payloadHash }, signingKey(target), at);
  return {
    hostname: target.pathStyle ? withoutBrackets(hostname) : `${target.bucket}.${hostname}`,
    path: search.length > 0 ? `${path}?${encodeQuery(search)}` : path,
    headers: { ...headers, authorization },
  };
}

function signingKey({ accessKeyId, secretAccessKey, region }: S3Target): SigningKey {
  return { accessKeyId, secretAccessKey, region, service: 's3' };
}

/** An IPv6 address stands in brackets in a URL only. */
function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
