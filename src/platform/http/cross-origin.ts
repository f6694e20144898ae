import type { IncomingMessage, ServerResponse } from 'node:http';

/** What pages of other origins may do at one path outside the API. */
export interface Sharing {
  /** Verbs that a preflight allows; with none, only requests that need no preflight are possible. */
  readonly methods: readonly string[];
  /** Requested headers that are allowed in addition to the simple ones, in lower case. */
  readonly headers: readonly string[];
}

const SIMPLE_HEADERS = ['accept', 'accept-language', 'content-language', 'content-type'];
const MAX_AGE_SECONDS = '7200';

const shared = new Map<string, Sharing>();
const known = new Set<string>();

/** Declares that pages of other origins may read the answers of exactly this path. */
export function allowCors(path: string, sharing: Sharing): void {
  shared.set(path, sharing);
}

/** Declares that preflights below `/<root>` are answered; they allow nothing unless the path is shared. */
export function knowPreflightsBelow(root: string): void {
  known.add(root);
}

/** A trailing slash or `.json` belongs to the same route (contract: conventions §2). */
const pathOf = (target: string): string => (target.split('?', 1)[0] ?? target).replace(/\/$|\.json$/, '');

export const isShared = (target: string): boolean => shared.has(pathOf(target));

/**
 * Answers an empty 200, whether anything is allowed or not (contract: oauth §11). Returns false where preflights are
 * not answered.
 */
export function answerSharedPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  const path = pathOf(request.url ?? '');
  if (!known.has(path.split('/')[1] ?? '')) {
    return false;
  }
  response.removeHeader('Access-Control-Allow-Origin');
  const sharing = shared.get(path);
  if (sharing && isGranted(sharing, request)) {
    grant(sharing, request, response);
  }
  response.writeHead(200, { 'Content-Length': 0 }).end();
  return true;
}

const askedHeaders = (request: IncomingMessage): string =>
  request.headers['access-control-request-headers']?.toString() ?? '';

function isGranted({ methods, headers }: Sharing, request: IncomingMessage): boolean {
  const method = request.headers['access-control-request-method']?.toUpperCase() ?? '';
  const asked = askedHeaders(request)
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  return methods.includes(method) && asked.every((name) => SIMPLE_HEADERS.includes(name) || headers.includes(name));
}

function grant({ methods }: Sharing, request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Allow-Methods', methods.join(', '));
  if (askedHeaders(request) !== '') {
    response.setHeader('Access-Control-Allow-Headers', askedHeaders(request));
  }
  response.setHeader('Access-Control-Max-Age', MAX_AGE_SECONDS);
}
