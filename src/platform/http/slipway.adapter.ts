import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { errorText } from '../../common/errors/error-text.js';
import { ApiError } from '../../common/errors/api-error.js';
import {
  methodNotAllowed,
  retiredVersion,
  serverError,
  unknownRoute,
  uriTooLong,
} from '../../common/errors/catalogue.js';
import { decodeText } from '../../common/params/form-encoding.js';
import { readFor } from '../database/running-reads.js';
import { writeTo } from '../database/write-turns.js';
import { BodyIntake } from './body-intake.js';
import type { BodyRules } from './body-intake.js';
import { BodyMemory } from './body-memory.js';
import { MAX_PARSED_FIELDS, refuseBrokenRequest, refuseHead } from './broken-request.js';
import { limitConnections } from './connection-limits.js';
import type { ProtocolHandler } from './protocol-handler.js';
import { errorFormatOf, inErrorFormat } from './error-format.js';
import { continueWhenRead } from './expect-continue.js';
import { closeLingering, dropUnread } from './lingering-close.js';
import { connectionsWithin } from './open-files.js';
import { originForm } from './origin-form.js';
import { answerPreflight, setCommonHeaders } from './response-headers.js';
import { requestIdOf } from './request-id.js';
import { openState, RequestState, stateOf } from './request-state.js';
import { RouteTable } from './route-table.js';
import type { RouteMatch } from './route-table.js';
import { StreamedJson, writePieces } from './streamed-json.js';
import { Traffic } from './traffic.js';
import { TrustedProxies } from './trusted-proxies.js';
import { isRead, writeError, writeJson } from './write-answer.js';
import type { Env } from '../config/env.js';
import { WebAnswer } from '../views/web-answer.js';

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;
type Observer = (request: IncomingMessage, response: ServerResponse) => void;

/** Contract: conventions §3.5. The parser accepts more, so that the answer is 414 and not a dropped connection. */
const MAX_TARGET_BYTES = 8192;
const MAX_HEADER_BYTES = 512 * 1024;
const ABOUT_THE_PROCESS = '/-/';
/** Segments of a path, including the empty one before the first slash. */
const SEGMENTS_OF_RECORD = 5;
const VERSION = /^\/api\/v3(\/|$|\?)/;

/**
 * Express's adapter for Nest with a router of our own: the route table handles encoded ids, integer parameters, other
 * verbs and `.json` (contract: conventions §2), and finds a route without trying each in turn. Requests never pass
 * through Express itself, whose layers would cost more than all of ours: handlers get Node's own objects.
 */
export class SlipwayAdapter extends ExpressAdapter {
  readonly table = new RouteTable<Handler>();
  readonly traffic = new Traffic();
  private readonly protocolHandlers: ProtocolHandler[] = [];
  private readonly log = new Logger('http');
  private observer: Observer = () => undefined;

  private readonly bodies: BodyRules;
  private readonly proxies: TrustedProxies;

  constructor(private readonly site: Pick<Env, 'baseUrl' | 'http'>) {
    super();
    const { bodyMemory, bodyTimeout } = site.http;
    this.proxies = new TrustedProxies(site.http.trustedProxies);
    this.bodies = { memory: new BodyMemory(bodyMemory), timeoutMs: bodyTimeout * 1000 };
  }

  /** Registers a function that is called for every request when its answer is complete, for logs and metrics. */
  observe(observer: Observer): void {
    this.observer = observer;
  }

  /** Adds a protocol with its own routing; see {@link ProtocolHandler}. */
  addProtocolHandler(handler: ProtocolHandler): void {
    this.protocolHandlers.push(handler);
  }

  override get = this.register('GET');
  override post = this.register('POST');
  override put = this.register('PUT');
  override patch = this.register('PATCH');
  override delete = this.register('DELETE');
  override head = this.register('HEAD');
  override all = this.register('ALL');

  override initHttpServer(): void {
    const { bodyTimeout, idleTimeout, maxConnections } = this.site.http;
    const headMs = bodyTimeout * 1000;
    const server = createServer({
      maxHeaderSize: MAX_HEADER_BYTES,
      connectionsCheckingInterval: headMs / 4,
      requireHostHeader: false, // Node would answer without our headers; refuseHead checks it instead
    });
    server.maxHeadersCount = MAX_PARSED_FIELDS;
    const most = connectionsWithin(maxConnections);
    limitConnections(server, { most, idleMs: idleTimeout * 1000, headMs }, (request, response) => {
      this.enter(request, response);
    });
    server.on('checkContinue', (request, response) => {
      continueWhenRead(request, response);
      server.emit('request', request, response);
    });
    server.on('checkExpectation', (request, response) => {
      server.emit('request', request, response);
    });
    server.on('clientError', (error, socket) => {
      refuseBrokenRequest(error, socket, this.site.baseUrl);
    });
    this.setHttpServer(server);
    this.httpServer = server;
  }

  override status(response: ServerResponse, status: number): ServerResponse {
    response.statusCode = status;
    return response;
  }

  override setHeader(response: ServerResponse, name: string, value: string): ServerResponse {
    return response.setHeader(name, value);
  }

  override reply(response: ServerResponse, body: unknown, status?: number): void {
    if (response.writableEnded) {
      return;
    }
    if (body instanceof WebAnswer) {
      body.write(response);
      return;
    }
    const code = status ?? response.statusCode;
    if (body === undefined || body === null) {
      response.writeHead(code).end();
      return;
    }
    if (body instanceof StreamedJson) {
      void writePieces(response.req, response, code, body);
      return;
    }
    writeJson(response.req, response, code, body);
  }

  /** {@link matchOf} answers unknown paths; Nest would add a route to Express for each verb of each page. */
  override setNotFoundHandler(): void {
    return;
  }

  private register(verb: string) {
    return (path: unknown, handler?: unknown): unknown => {
      if (typeof path === 'string' && isHandler(handler)) {
        this.table.add(verb, path === '' ? '/' : path, handler);
      }
      return undefined;
    };
  }

  private enter(request: IncomingMessage, response: ServerResponse): void {
    const target = originForm(request.url ?? '/');
    request.url = target;
    const state = new RequestState(requestIdOf(request.headers['x-request-id']?.toString()), target, performance.now());
    state.address = this.proxies.clientOf(request);
    openState(request, state);
    const intake = new BodyIntake(request, this.bodies);
    state.intake = intake;
    setCommonHeaders(request, response, state, this.site.baseUrl);
    Object.entries(errorFormatOf(target)?.headers ?? {}).forEach(([name, value]) => response.setHeader(name, value));
    response.on('close', () => {
      intake.release();
      this.observer(request, response);
    });
    response.once('prefinish', () => {
      if (response.shouldKeepAlive && response.getHeader('Connection') !== 'close') {
        dropUnread(request, response);
      } else {
        closeLingering(request);
      }
    });
    if (!target.startsWith(ABOUT_THE_PROCESS)) {
      this.traffic.authorize(response);
    }
    try {
      if (isRead(request)) {
        this.dispatch(request, response);
      } else {
        writeTo(recordIn(target), () => {
          this.dispatch(request, response);
        });
      }
    } catch (error) {
      writeError(response, inErrorFormat(target, this.refusalIn(error)));
    }
  }

  private refusalIn(error: unknown): ApiError {
    if (error instanceof ApiError) {
      return error;
    }
    this.log.error({ error: errorText(error) });
    return serverError();
  }

  private dispatch(request: IncomingMessage, response: ServerResponse): void {
    refuseHead(request);
    const state = stateOf(request);
    if (Buffer.byteLength(state.target, 'latin1') > MAX_TARGET_BYTES) {
      throw uriTooLong();
    }
    if (answerPreflight(request, response)) {
      return;
    }
    const path = state.target.split('?', 1)[0] ?? '/';
    const handler = this.protocolHandlers.find((other) => other.owns(path));
    if (handler) {
      state.route = handler.name;
      handler.enter(request, response);
      return;
    }
    const match = this.matchOf(request, response, state.target);
    if (match) {
      follow(match, request, response);
    }
  }

  /**
   * Runs the GET route of a path on behalf of the service: it is not observed, and the answer goes to `response`.
   * Returns false when the path has no such route.
   */
  readInside(request: IncomingMessage, response: ServerResponse, state: RequestState): boolean {
    const found = this.table.lookup('GET', state.target);
    if (found.kind !== 'found') {
      return false;
    }
    openState(request, state);
    follow(found.match, request, response);
    return true;
  }

  /** Returns the route of the request; undefined when it is already answered. Throws 404, 405, 410. */
  private matchOf(request: IncomingMessage, response: ServerResponse, target: string): RouteMatch<Handler> | undefined {
    const found = this.table.lookup(request.method ?? 'GET', target.split('?', 1)[0] ?? '/');
    if (found.kind === 'found') {
      return found.match;
    }
    if (VERSION.test(target)) {
      throw retiredVersion();
    }
    if (found.kind === 'unknown') {
      throw unknownRoute();
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { Allow: found.allowed.join(', ') }).end();
      return undefined;
    }
    throw methodNotAllowed(found.allowed);
  }
}

function follow(
  { handler, pattern, params }: RouteMatch<Handler>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const state = stateOf(request);
  state.route = pattern;
  state.path = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeText(value)]));
  if (isRead(request)) {
    readFor(response, state.address, () => handler(request, response, NOTHING_BEHIND));
    return;
  }
  handler(request, response, NOTHING_BEHIND);
}

/** `/api/v4/projects/1`, `/group/project/alerts/notify`: requests about one record share this prefix. */
const recordIn = (target: string): string => target.split('?', 1).join('').split('/', SEGMENTS_OF_RECORD).join('/');

const NOTHING_BEHIND = (): void => undefined;

const isHandler = (handler: unknown): handler is Handler => typeof handler === 'function';
