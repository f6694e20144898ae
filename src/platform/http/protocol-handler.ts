import type { IncomingMessage, ServerResponse } from 'node:http';

/** A protocol whose addresses no pattern of the route table can tell; it answers everything that it owns, errors included. */
export interface ProtocolHandler {
  /** Stands for the route in metrics and logs. */
  readonly name: string;
  /** `path` is the request target without its query, as sent. */
  owns(path: string): boolean;
  enter(request: IncomingMessage, response: ServerResponse): void;
}
