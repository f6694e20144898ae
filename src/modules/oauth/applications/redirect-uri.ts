import { isLonger } from '../../../common/text/is-longer.js';

const MAX_URIS = 20;
const MAX_LENGTH = 2000;

/** A scheme and something after it that is no port: `localhost:3000/cb` is an address without a scheme. */
const ABSOLUTE = /^([a-z][a-z0-9+.-]*):(\/.*|\/\/.*)$/i;
const FORBIDDEN_SCHEMES = new Set(['javascript', 'data', 'vbscript', 'file', 'blob', 'about']);
const WEB = /^https?$/i;
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?((?:[/?][^#]*)?)$/;

/** One more than may be, and a blank in front of the first. */
const MAX_WORDS = MAX_URIS + 2;

/**
 * `one two`, `one\ntwo` or a list, as people write them; trimmed, blank ones left out. Of more than may be, as many as show
 * that there are too many.
 */
export const splitRedirectUris = (given: readonly string[]): string[] =>
  given.flatMap((text) => text.split(/\s+/, MAX_WORDS)).filter((uri) => uri !== '');

/** What is wrong with the first bad one; undefined when all are well (contract: oauth §3). */
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

/** Plain http that leaves the user's own machine. */
export const isPlainHttp = (uri: string): boolean => /^http:/i.test(uri) && !LOOPBACK.test(uri);

/**
 * Whether a request names this registered address: exactly, but for the port on a loopback host, where native
 * applications listen on whatever port is free (contract: oauth §3, RFC 8252 §7.3).
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
 * The redirect address with parameters of ours. Its own query stays; own parameters of the same name are replaced
 * (contract: oauth §4).
 */
export function withParams(uri: string, params: Readonly<Record<string, string>>): string {
  const question = uri.indexOf('?');
  const base = question < 0 ? uri : uri.slice(0, question);
  const own = question < 0 ? [] : uri.slice(question + 1).split('&');
  const kept = own.filter((pair) => pair !== '' && !Object.hasOwn(params, nameOf(pair)));
  const added = Object.entries(params).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}?${[...kept, ...added].join('&')}`;
}

function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0] ?? '';
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}

const CSP_HOST = /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(:\d+)?$/;

/** How a content security policy names the address: its origin, or its scheme when that is private (contract: oauth §4). */
export function cspSourceOf(uri: string): string {
  const scheme = `${(uri.split(':', 1)[0] ?? '').toLowerCase()}:`;
  const origin = WEB.test(scheme.slice(0, -1)) && URL.canParse(uri) ? new URL(uri).origin : '';
  return CSP_HOST.test(origin) ? origin : scheme; // policies cannot name IPv6 hosts
}

/** What people are shown of where they are sent. */
export const hostOf = (uri: string): string =>
  WEB.test(uri.split(':', 1)[0] ?? '') && URL.canParse(uri) ? new URL(uri).host : (uri.split(':', 1)[0] ?? '');
