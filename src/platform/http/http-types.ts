import type { IncomingMessage, ServerResponse } from 'node:http';

/** What handlers, guards and interceptors get: the adapter passes on what Node gives, and nothing of Express. */
export type HttpRequest = IncomingMessage;
export type HttpResponse = ServerResponse;
