import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * A protocol whose paths no pattern of the route table can match. It answers every request that it owns, errors
 * included. Features contribute their own.
 */
export abstract class ProtocolHandler {
  /** Name used as the route in metrics and logs. */
  abstract readonly name: string;
  /** `path` is the request target without its query, as sent. */
  abstract owns(path: string): boolean;
  abstract enter(request: IncomingMessage, response: ServerResponse): void;
}
