import type { IncomingMessage, ServerResponse } from 'node:http';

/** Request and response of handlers, guards and interceptors: Node's own objects, nothing of Express. */
export type HttpRequest = IncomingMessage;
export type HttpResponse = ServerResponse;
