import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { message, requestTimeout, uriTooLong } from '../../common/errors/catalogue.js';
import type { ApiError } from '../../common/errors/api-error.js';
import { invalidCharacters } from '../../common/params/form-encoding.js';
import { commonHeaders } from './response-headers.js';

/**
 * How long a refused connection may keep sending, so that the client reads the refusal before the connection is closed.
 */
const LINGER_MS = 5000;

/** Maximum number of header fields. Node drops those beyond its own limit without a word, `If-Match` among them. */
const MAX_FIELDS = 2000;
/** Node's own limit must be higher, so that one field too many is noticed. */
export const MAX_PARSED_FIELDS = MAX_FIELDS + 1;

const answered = new WeakSet<Duplex>();

/**
 * Answers requests that the HTTP parser refuses: 414 for a head that is too long, 408 for one that comes too slowly,
 * 400 otherwise (contract: conventions §3.4, §3.5).
 */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex, baseUrl: string): void {
  if (answered.has(socket)) {
    return; // the rest of a request that is already refused
  }
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  answered.add(socket);
  socket.end(rawAnswer(refusalOf(error.code), baseUrl));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/**
 * Refuses what Node would answer with a bare response of its own, and repeated Host headers: Node takes the first, a
 * proxy may take another. Throws 400, 417 and 431 (RFC 9112 §3.2, RFC 9110 §10.1.1, RFC 6585 §5).
 */
export function refuseHead({ httpVersion, headers, rawHeaders }: IncomingMessage): void {
  if (rawHeaders.length > 2 * MAX_FIELDS) {
    throw message(431, '431 Request Header Fields Too Large');
  }
  if ((headers.host === undefined && httpVersion === '1.1') || hasSeveralHosts(rawHeaders)) {
    throw malformed();
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw message(417, '417 Expectation Failed');
  }
}

/** `rawHeaders` alternates between names and values. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  const isHost = (name: string, at: number): boolean => at % 2 === 0 && name.length === 4 && /^host$/i.test(name);
  return rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost);
}

const malformed = (): ApiError => message(400, '400 Bad Request');

function refusalOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return uriTooLong();
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return requestTimeout();
  }
  return code === 'HPE_INVALID_URL' ? invalidCharacters() : malformed();
}

function rawAnswer({ status, body }: ApiError, baseUrl: string): string {
  const text = JSON.stringify(body);
  const headers = {
    ...commonHeaders(randomUUID(), baseUrl),
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`;
}
