import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerSharedPreflight, isShared } from './cross-origin.js';
import type { RequestState } from './request-state.js';

const EXPOSED =
  'Link, X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page, X-Request-Id, ETag, Last-Modified, Location, Retry-After, RateLimit-Limit, RateLimit-Observed, RateLimit-Remaining, RateLimit-Reset, RateLimit-Name, Idempotency-Replayed';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const isApi = (target: string): boolean => target.startsWith('/api/');

/** Headers of every answer (contract: conventions §18). */
export const commonHeaders = (requestId: string, baseUrl: string): Record<string, string> => ({
  'X-Request-Id': requestId,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  Vary: 'Origin',
  'Content-Security-Policy': "default-src 'none'",
  ...(baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
});

/** Sets the headers of every answer, and CORS headers for the API (contract: conventions §18). */
export function setCommonHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  state: RequestState,
  baseUrl: string,
): void {
  Object.entries(commonHeaders(state.requestId, baseUrl)).forEach(([name, value]) => response.setHeader(name, value));
  const { origin } = request.headers;
  if (origin !== undefined && isApi(state.target)) {
    allowOrigin(response, origin === baseUrl ? origin : '*');
  } else if (origin !== undefined && isShared(state.target)) {
    response.setHeader('Access-Control-Allow-Origin', '*');
  }
}

function allowOrigin(response: ServerResponse, allowed: string): void {
  response.setHeader('Access-Control-Allow-Origin', allowed);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  if (allowed !== '*') {
    response.setHeader('Access-Control-Allow-Credentials', 'true');
  }
}

/**
 * Answers a browser's preflight for the API or for another shared path. Returns false when the request is not a
 * preflight.
 */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  const { headers, method, url } = request;
  if (method !== 'OPTIONS' || headers.origin === undefined || headers['access-control-request-method'] === undefined) {
    return false;
  }
  if (!isApi(url ?? '')) {
    return answerSharedPreflight(request, response);
  }
  response.setHeader('Access-Control-Allow-Methods', METHODS);
  const asked = headers['access-control-request-headers'];
  if (asked !== undefined) {
    response.setHeader('Access-Control-Allow-Headers', asked);
  }
  response.setHeader('Access-Control-Max-Age', '7200');
  response.writeHead(200, { 'Content-Length': 0 }).end();
  return true;
}
