import { isLonger } from '../../../common/text/is-longer.js';
import { percentDecoded } from '../../../common/text/percent-decoded.js';

const MAX_URIS = 20;
const MAX_LENGTH = 2000;

/** A scheme followed by something that is not a port: `localhost:3000/cb` is an address without a scheme. */
const ABSOLUTE = /^([a-z][a-z0-9+.-]*):(\/.*|\/\/.*)$/i;
const FORBIDDEN_SCHEMES = new Set(['javascript', 'data', 'vbscript', 'file', 'blob', 'about']);
const WEB = /^https?$/i;
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?((?:[/?][^#]*)?)$/;

/** One more than the maximum, and an empty one before the first. */
const MAX_WORDS = MAX_URIS + 2;

/**
 * Splits `one two`, `one\ntwo` or a list as people write them; trims, and drops blank ones. If there are too many,
 * returns only enough of them to show it.
 */
export const splitRedirectUris = (given: readonly string[]): string[] =>
  given.flatMap((text) => text.split(/\s+/, MAX_WORDS)).filter((uri) => uri !== '');

/** Returns the error of the first invalid address; undefined if all are valid (contract: oauth §3). */
export function redirectUrisError(uris: readonly string[]): string | undefined {
  if (uris.length > MAX_URIS) {
    return `has too many addresses (maximum is ${MAX_URIS})`;
  }
  return uris.map(textAbout).find((text) => text !== undefined);
}

function textAbout(uri: string): string | undefined {
  const [, scheme = '', rest = ''] = ABSOLUTE.exec(uri) ?? [];
  const anyScheme = /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1] ?? '';
  if (isLonger(uri, MAX_LENGTH)) {
    return `is too long (maximum is ${MAX_LENGTH} characters)`;
  }
  if (FORBIDDEN_SCHEMES.has(anyScheme.toLowerCase())) {
    return 'has a forbidden scheme';
  }
  if (scheme === '' || /[\\\p{Cc}]/u.test(uri)) {
    return 'must be an absolute URI';
  }
  if (uri.includes('#')) {
    return 'must not contain a fragment';
  }
  const ofWeb = WEB.test(scheme) ? webUriError(uri, rest) : undefined;
  return ofWeb ?? (uri.includes('*') ? 'must not contain wildcards' : undefined);
}

function webUriError(uri: string, rest: string): string | undefined {
  const authority = /^\/\/([^/?#]*)/.exec(rest)?.[1] ?? '';
  if (authority.includes('@')) {
    return 'must not contain user information';
  }
  if (authority.replace(/:\d*$/, '') === '' || (!authority.includes('*') && !URL.canParse(uri))) {
    return 'must have a host';
  }
  return undefined;
}

/** Whether the address uses plain http to a host other than the user's own machine. */
export const isPlainHttp = (uri: string): boolean => /^http:/i.test(uri) && !LOOPBACK.test(uri);

/**
 * Whether a requested address matches this registered one. The match is exact, except for the port on a loopback host,
 * where native applications listen on any free port (contract: oauth §3, RFC 8252 §7.3).
 */
export function matchesRedirect(registered: string, asked: string): boolean {
  if (registered === asked) {
    return true;
  }
  const known = LOOPBACK.exec(registered);
  const [, host, port, rest] = LOOPBACK.exec(asked) ?? [];
  return known !== null && Number(port ?? 0) <= 65_535 && known[1] === host && known[3] === rest;
}

/**
 * Adds parameters to the redirect address. Its own query is kept, except for parameters of the same names, which are
 * replaced (contract: oauth §4).
 */
export function withParams(uri: string, params: Readonly<Record<string, string>>): string {
  const question = uri.indexOf('?');
  const base = question < 0 ? uri : uri.slice(0, question);
  const own = question < 0 ? [] : uri.slice(question + 1).split('&');
  const kept = own.filter((pair) => pair !== '' && !Object.hasOwn(params, nameOf(pair)));
  const added = Object.entries(params).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}?${[...kept, ...added].join('&')}`;
}

const nameOf = (pair: string): string => percentDecoded((pair.split('=', 1)[0] ?? '').replaceAll('+', ' '));

const CSP_HOST = /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(:\d+)?$/;

/**
 * Returns the source expression of a content security policy for the address: its origin, or its scheme if that is
 * private (contract: oauth §4).
 */
export function cspSourceOf(uri: string): string {
  const scheme = `${(uri.split(':', 1)[0] ?? '').toLowerCase()}:`;
  const origin = WEB.test(scheme.slice(0, -1)) && URL.canParse(uri) ? new URL(uri).origin : '';
  return CSP_HOST.test(origin) ? origin : scheme; // source expressions cannot contain IPv6 hosts
}

/** The part of a redirect address that users are shown. */
export const hostOf = (uri: string): string =>
  WEB.test(uri.split(':', 1)[0] ?? '') && URL.canParse(uri) ? new URL(uri).host : (uri.split(':', 1)[0] ?? '');
