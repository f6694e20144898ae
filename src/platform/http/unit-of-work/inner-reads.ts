import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { preconditionFailed, serverError, unavailable } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { RequestState, stateOf } from '../request-state.js';
import { SlipwayAdapter } from '../slipway.adapter.js';
import { CapturedResponse } from './captured-response.js';
import type { Validators } from './precondition.js';

/**
 * The only parameters of the write that the read takes: those that authenticate the caller (contract: conventions §6,
 * §7).
 */
const WHO_IS_ASKING = ['private_token', 'access_token', 'job_token', 'sudo'];
const OF_THE_WRITE = new Set([
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'range',
  'transfer-encoding',
]);

/** Reads a record by its own GET route, in this process and in the surrounding transaction. */
@Injectable()
export class InnerReads {
  constructor(private readonly host: HttpAdapterHost) {}

  /**
   * Returns the validators that a GET of the same path without query gives this caller; undefined when there is no such
   * record or no such route (contract: conventions §11). `readAs` is the pattern of another path to read it by. Throws
   * 412 when the caller may not read the record that the request changes.
   */
  async validatorsOf(request: IncomingMessage, readAs?: string): Promise<Validators | undefined> {
    const state = stateOf(request);
    const read = readOf(request);
    const response = new CapturedResponse(read);
    if (!this.adapter.readInside(read, response, innerState(state, readAs))) {
      return undefined;
    }
    await response.answered;
    return validatorsIn(response);
  }

  private get adapter(): SlipwayAdapter {
    const { httpAdapter } = this.host;
    if (!(httpAdapter instanceof SlipwayAdapter)) {
      throw new Error('The program was not made with its own adapter.');
    }
    return httpAdapter;
  }
}

/** Returns the same request as a GET without body and conditions. */
function readOf(request: IncomingMessage): IncomingMessage {
  const kept = Object.entries(request.headers).filter(([name]) => !OF_THE_WRITE.has(name));
  const headers: IncomingHttpHeaders = Object.fromEntries(kept);
  const read: unknown = Object.create(request, { method: { value: 'GET' }, headers: { value: headers } });
  return isRequest(read) ? read : request;
}

const isRequest = (value: unknown): value is IncomingMessage =>
  typeof value === 'object' && value !== null && 'headers' in value && 'socket' in value;

function innerState(state: RequestState, readAs?: string): RequestState {
  const [pattern, query] = readAs?.split('?') ?? [];
  const path = pattern === undefined ? (state.target.split('?', 1)[0] ?? '/') : filled(pattern, state.path);
  const inner = new RequestState(state.requestId, path, state.startedAt);
  inner.isInner = true;
  inner.address = state.address;
  inner.query = { ...pick(state.params, WHO_IS_ASKING), ...queryFrom(query, state.params) };
  return inner;
}

const filled = (pattern: string, path: RequestState['path']): string =>
  pattern.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(path[name] ?? ''));

/** Fills in `name=:other` with the write's parameter `other`. */
const queryFrom = (query: string | undefined, params: RawParams): RawParams =>
  Object.fromEntries([...new URLSearchParams(query)].map(([name, other]) => [name, params[other.slice(1)]]));

const pick = (params: RawParams, names: readonly string[]): RawParams =>
  Object.fromEntries(names.filter((name) => name in params).map((name) => [name, params[name]]));

function validatorsIn(response: CapturedResponse): Validators | undefined {
  const { statusCode } = response;
  if (statusCode === 404 || statusCode === 405) {
    return undefined;
  }
  if (statusCode >= 500) {
    throw statusCode === 503 ? unavailable() : serverError();
  }
  if (statusCode >= 300) {
    throw preconditionFailed();
  }
  return { etag: text(response.getHeader('ETag')), lastModified: text(response.getHeader('Last-Modified')) };
}

const text = (header: unknown): string | undefined => (typeof header === 'string' ? header : undefined);
