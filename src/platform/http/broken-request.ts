import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { message, requestTimeout, uriTooLong } from '../../common/errors/catalogue.js';
import type { ApiError } from '../../common/errors/api-error.js';
import { invalidCharacters } from '../../common/params/form-encoding.js';
import { commonHeaders } from './response-headers.js';

/** How long a refused connection may go on sending, so that the refusal is read before the connection is cut. */
const LINGER_MS = 5000;

const answered = new WeakSet<Duplex>();

/**
 * Answers what the HTTP parser refuses: too long a head is 414, one that comes too slowly 408, anything else 400
 * (contract: conventions §3.4, §3.5).
 */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex, baseUrl: string): void {
  if (answered.has(socket)) {
    return; // the rest of a request that was refused already
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
 * What Node would refuse with a bare answer of its own, and several hosts, of which it takes the first and a proxy perhaps
 * another; throws 400 and 417 (RFC 9112 §3.2, RFC 9110 §10.1.1).
 */
export function refuseHead({ httpVersion, headers, rawHeaders }: IncomingMessage): void {
  if ((headers.host === undefined && httpVersion === '1.1') || hasSeveralHosts(rawHeaders)) {
    throw malformed();
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw message(417, '417 Expectation Failed');
  }
}

/** Names and values take turns. */
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
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`;
}
