import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiError } from '../../common/errors/api-error.js';
import type { StoredAnswer } from './idempotency/stored-answer.js';
import { jsonTypeFor } from './json-type.js';
import { matchesWeakly, strongEtag, weakEtag } from '../../common/conditional/etag.js';

/** Clients store the answer, and revalidate it before each use (contract: conventions §11). */
export const REVALIDATED = 'max-age=0, private, must-revalidate';

/**
 * A JSON text encoded once, to be hashed, measured and sent. `body` is used for the validators: whether it is a list,
 * and when it changed.
 */
export interface EncodedJson {
  readonly bytes: Buffer;
  readonly body: unknown;
}

/** Serialises a value as JSON and writes it. */
export function writeJson(request: IncomingMessage, response: ServerResponse, status: number, body: unknown): void {
  writeEncoded(request, response, status, { bytes: Buffer.from(JSON.stringify(body)), body });
}

/** Writes an answer; 200 answers of GET get validators (contract: conventions §4, §11). */
export function writeEncoded(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { bytes, body }: EncodedJson,
): void {
  const validated = status === 200 && isRead(request) && !isNoStore(response);
  if (validated && isFresh(request, response, body, bytes)) {
    response.writeHead(304).end();
    return;
  }
  writeBytes(response, status, bytes, jsonTypeFor(request));
}

/** Ends the response with a text of this media type. */
export function writeText(response: ServerResponse, status: number, text: string, type: string): void {
  writeBytes(response, status, Buffer.from(text), type);
}

function writeBytes(response: ServerResponse, status: number, bytes: Buffer, type: string): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', bytes.length);
  response.writeHead(status).end(bytes);
}

/**
 * Ends the response with an error, in its given form (contract: conventions §5, §11). Without Cache-Control caches may
 * store a 404 (RFC 9110 §15.1), and give it to a caller whom PRIVATE-TOKEN would have shown the record.
 */
export function writeError(response: ServerResponse, error: ApiError): void {
  if (!response.hasHeader('Cache-Control')) {
    response.setHeader('Cache-Control', 'no-store');
  }
  Object.entries(error.headers).forEach(([name, value]) => response.setHeader(name, value));
  const type = error.headers['Content-Type'] ?? jsonTypeFor(response.req);
  writeText(response, error.status, JSON.stringify(error.body), type);
}

/** Writes a stored answer; it may contain a secret that was shown once (contract: conventions §12 rule 4). */
export function writeStored(response: ServerResponse, { status, text, location }: StoredAnswer): void {
  response.setHeader('Idempotency-Replayed', 'true');
  response.setHeader('Cache-Control', 'no-store');
  if (location !== null) {
    response.setHeader('Location', location);
  }
  if (text === null) {
    response.writeHead(status).end();
    return;
  }
  writeText(response, status, text, jsonTypeFor(response.req));
}

export const isRead = (request: IncomingMessage): boolean => request.method === 'GET' || request.method === 'HEAD';

const isNoStore = (response: ServerResponse): boolean =>
  String(response.getHeader('Cache-Control')).includes('no-store');

function isFresh(request: IncomingMessage, response: ServerResponse, body: unknown, bytes: Buffer): boolean {
  const etag = Array.isArray(body) ? weakEtag(bytes) : strongEtag(bytes);
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', REVALIDATED);
  const modified = updatedAt(body);
  if (modified) {
    response.setHeader('Last-Modified', modified.toUTCString());
  }
  const wanted = request.headers['if-none-match'];
  return wanted !== undefined && matchesWeakly(wanted, etag);
}

/** Returns the time of a record's last change, if its wire form has one. */
export function updatedAt(body: unknown): Date | undefined {
  if (typeof body !== 'object' || body === null || !('updated_at' in body) || typeof body.updated_at !== 'string') {
    return undefined;
  }
  return new Date(body.updated_at);
}
