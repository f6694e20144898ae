import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * A protocol whose addresses no pattern of the route table can tell; it answers everything that it owns, errors
 * included. Features contribute theirs.
 */
export abstract class ProtocolHandler {
  /** Stands for the route in metrics and logs. */
  abstract readonly name: string;
  /** `path` is the request target without its query, as sent. */
  abstract owns(path: string): boolean;
  abstract enter(request: IncomingMessage, response: ServerResponse): void;
}
