import { readBooleanWord } from '../../../common/params/boolean-word.js';
import { InvalidSetting } from '../../config/env-reader.js';

const DEFAULT_REGION = 'us-east-1';
const PARAMETERS: readonly string[] = ['endpoint', 'region', 'path_style'];

/** One bucket, how to reach it, and the prefix that is used. */
export interface S3Location {
  readonly endpoint: URL;
  readonly bucket: string;
  readonly region: string;
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  readonly pathStyle: boolean;
  /** Prefix of all object names: empty, or ending in `/`. */
  readonly prefix: string;
}

/**
 * Parses `s3://<bucket>[/<prefix>]?endpoint=<url>&region=<name>&path_style=<bool>`, all three parameters optional
 * (contract: core §1.1). Throws one sentence that repeats nothing of the text, which may contain a secret.
 */
export function parseS3Url(text: string): S3Location {
  const url = parse(text, 'it is not a URL');
  refuseIf(url.username !== '' || url.password !== '', 'credentials do not belong into the URL');
  const bucket = url.hostname;
  refuseIf(!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || url.port !== '', 'the bucket name is not valid');
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  refuseIf(!/^[\w.!*'()/-]*$/.test(prefix), "the prefix may hold only letters, digits and _ . - ! * ' ( ) /");
  const unknown = [...url.searchParams.keys()].some((name) => !PARAMETERS.includes(name));
  refuseIf(unknown || url.hash !== '', 'it takes only the parameters endpoint, region and path_style');
  return { bucket, prefix: prefix && `${prefix}/`, ...addressing(url.searchParams, bucket) };
}

function addressing(
  parameters: URLSearchParams,
  bucket: string,
): Pick<S3Location, 'region' | 'endpoint' | 'pathStyle'> {
  const region = given(parameters, 'region') ?? DEFAULT_REGION;
  refuseIf(!/^[a-z0-9-]+$/i.test(region), 'the region is not valid');
  const address = given(parameters, 'endpoint');
  const endpoint = parse(address ?? `https://s3.${region}.amazonaws.com`, NOT_AN_ENDPOINT);
  refuseIf(!isOrigin(endpoint), NOT_AN_ENDPOINT);
  // Other storages seldom have a host name per bucket, and no certificate covers the name of a dotted bucket.
  const pathStyle = given(parameters, 'path_style') ?? String(address !== null || bucket.includes('.'));
  return { region, endpoint, pathStyle: boolean(pathStyle) };
}

const NOT_AN_ENDPOINT = 'endpoint must be http(s)://<host>[:<port>]';

function isOrigin({ protocol, host, username, password, pathname, search, hash }: URL): boolean {
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && host !== '' && pathname === '/' && username + password + search + hash === '';
}

function boolean(text: string): boolean {
  const value = readBooleanWord(text);
  refuseIf(value === undefined, 'path_style must be true or false');
  return value === true;
}

/** An empty value counts as absent. */
function given(parameters: URLSearchParams, name: string): string | null {
  const value = parameters.get(name);
  return value === '' ? null : value;
}

function parse(text: string, reason: string): URL {
  refuseIf(!URL.canParse(text), reason);
  return new URL(text);
}

function refuseIf(isWrong: boolean, reason: string): void {
  if (isWrong) {
    throw new InvalidSetting(`BLOB_STORE s3:// is not valid: ${reason}`);
  }
}
