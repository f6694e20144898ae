import http from 'node:http';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction, Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AddressGuard, portOf } from './address-guard.js';
import { failureOf, OutboundFailure } from './outbound-failure.js';

export interface OutboundRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** False accepts any certificate. */
  readonly verifyTls: boolean;
  /** True for addresses chosen by the operator: they are not checked. */
  readonly isTrusted: boolean;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The part of the body that was read. */
  readonly body: Buffer;
  /** Whether the body was longer. */
  readonly isCut: boolean;
  readonly remoteAddress: string | null;
}

export interface OutboundTimes {
  readonly connectMs: number;
  readonly totalMs: number;
}

/** Contract: integrations §8.2. */
const TIMES: OutboundTimes = { connectMs: 5000, totalMs: 10_000 };
const MAX_READ_BYTES = 65_536;
/** Limit of interim answers, such as 103: each costs a turn of the event loop, and nothing else limits them. */
const MAX_INTERIM = 16;
/**
 * Maximum received per connection, including what is neither head nor body: empty lines before an answer may be
 * endless.
 */
const MAX_RECEIVED_BYTES = 1_048_576;

/**
 * Sends requests to addresses that were not chosen by the operator: only to an address that was checked, without
 * following redirects, and on a connection of its own (contract: integrations §7, §8.2).
 */
@Injectable()
export class OutboundHttp {
  constructor(private readonly guard: AddressGuard) {}

  /** Throws {@link OutboundFailure} when there is no answer. */
  async send(request: OutboundRequest, times = TIMES): Promise<OutboundResponse> {
    const { url } = request;
    const addresses = await this.addressesOf(request);
    const lookup = pinnedTo(addresses);
    const isSecure = url.protocol === 'https:';
    const options = {
      method: request.method,
      headers: headersOf(request),
      lookup,
      agent: false,
      setDefaultHeaders: true,
      rejectUnauthorized: request.verifyTls,
      ...(isSecure && isIP(hostOf(url)) === 0 ? { servername: hostOf(url) } : {}),
    } as const;
    const target = new URL(url);
    [target.username, target.password] = ['', ''];
    const outgoing = isSecure ? https.request(target, options) : http.request(target, options);
    return exchange(outgoing, { body: request.body, isSecure, times });
  }

  private async addressesOf({ url, isTrusted }: OutboundRequest): Promise<readonly string[]> {
    return this.guard.resolve(hostOf(url), portOf(url), { isTrusted });
  }
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** The name is not resolved a second time: the answer might differ. */
const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) {
      callback(null, found);
    } else {
      callback(null, found[0]?.address ?? '', found[0]?.family ?? 0);
    }
  };

/** Bodies are sent with their length, never chunked. */
function headersOf({ headers, body, method }: OutboundRequest): OutgoingHttpHeaders {
  const length =
    body === null && (method === 'GET' || method === 'HEAD') ? {} : { 'Content-Length': body?.length ?? 0 };
  return { ...headers, ...length, Connection: 'close' };
}

interface Exchange {
  readonly body: Buffer | null;
  readonly isSecure: boolean;
  readonly times: OutboundTimes;
}

function exchange(outgoing: ClientRequest, { body, isSecure, times }: Exchange): Promise<OutboundResponse> {
  return new Promise((resolve, reject) => {
    let isConnected = false;
    let answer: IncomingMessage | undefined;
    const fail = (error: unknown): void => {
      if (answer?.complete === true) {
        return; // the answer is complete; what follows does not belong to it
      }
      stop();
      reject(failureOf(error, isConnected));
      outgoing.destroy();
    };
    const giveUp = (what: string) => () => {
      fail(new OutboundFailure('timeout', what));
    };
    const connecting = setTimeout(giveUp('No connection in time.'), times.connectMs);
    const whole = setTimeout(giveUp('No whole answer in time.'), times.totalMs);
    const stop = (): void => {
      clearTimeout(connecting);
      clearTimeout(whole);
    };
    outgoing.on('error', fail);
    outgoing.on('socket', (socket: Socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true;
        clearTimeout(connecting);
      });
      let received = 0;
      socket.on('data', ({ length }: Buffer) => {
        received += length;
        if (received > MAX_RECEIVED_BYTES) {
          fail(new OutboundFailure('connection_broken', 'Too much besides an answer.'));
        }
      });
    });
    let interim = 0;
    outgoing.on('information', () => {
      interim += 1;
      if (interim > MAX_INTERIM) {
        fail(new OutboundFailure('connection_broken', 'Too many interim answers.'));
      }
    });
    const answered = (response: OutboundResponse): void => {
      stop();
      outgoing.destroy();
      resolve(response);
    };
    outgoing.on('response', (incoming) => {
      answer = incoming;
      read(incoming).then(answered, fail);
    });
    outgoing.on('upgrade', (incoming, socket: Socket) => {
      const remoteAddress = socket.remoteAddress ?? null;
      socket.destroy(); // no other protocol was requested
      answered({ ...headOf(incoming), body: Buffer.alloc(0), isCut: false, remoteAddress });
    });
    outgoing.end(body ?? undefined);
  });
}

/** Reads the part of the body that is kept; what follows does not affect the result. */
function read(incoming: IncomingMessage): Promise<OutboundResponse> {
  const remoteAddress = incoming.socket.remoteAddress ?? null;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (isCut: boolean): void => {
      const body = Buffer.concat(chunks).subarray(0, MAX_READ_BYTES);
      resolve({ ...headOf(incoming), body, isCut, remoteAddress });
    };
    incoming.on('data', (chunk: Buffer) => {
      if (size > MAX_READ_BYTES) {
        return; // chunks that arrived together with the last one, possibly thousands
      }
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_READ_BYTES) {
        done(true);
      }
    });
    incoming.on('end', () => {
      done(false);
    });
    incoming.on('error', reject);
  });
}

const headOf = (incoming: IncomingMessage) => ({ status: incoming.statusCode ?? 0, headers: flat(incoming) });

const flat = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
