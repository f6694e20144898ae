import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonTypeFor } from './json-type.js';
import type { PagePosition } from '../../common/pagination/page.js';

/** An answer too large to hold: pieces of one JSON text, made while they are sent. It has no validators. */
export class StreamedJson {
  constructor(
    readonly pieces: () => AsyncIterable<string> | Iterable<string>,
    /** Where it lies in a list, if it is a page of one. */
    readonly position: PagePosition | null = null,
  ) {}
}

/** Sends the pieces as fast as the client takes them; a failure on the way cuts the answer off. */
export function writePieces(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  json: StreamedJson,
): void {
  response.setHeader('Content-Type', jsonTypeFor(request));
  response.writeHead(status);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  pipeline(Readable.from(json.pieces()), response).catch(() => undefined);
}
