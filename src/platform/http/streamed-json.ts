import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonTypeFor } from './json-type.js';
import { isRead, REVALIDATED, writeEncoded } from './write-answer.js';
import type { PagePosition } from '../../common/pagination/page.js';

/** An answer that may be too large to hold: pieces of one JSON text, made while they are sent. */
export class StreamedJson {
  constructor(
    readonly pieces: () => AsyncIterable<string> | Iterable<string>,
    /** Where it lies in a list, if it is a page of one. */
    readonly position: PagePosition | null = null,
    /** The record it begins with, if it is one. */
    readonly record: object = {},
  ) {}
}

/** What is not longer is sent like any other answer; only a longer one goes without validators. */
const HELD_CHARACTERS = 64 * 1024;

/** Sends the pieces as fast as the client takes them; a failure on the way cuts the answer off. */
export async function writePieces(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  json: StreamedJson,
): Promise<void> {
  try {
    await send(request, response, status, json);
  } catch {
    response.destroy();
  }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  json: StreamedJson,
): Promise<void> {
  const pieces = inTurn(json.pieces());
  let text = '';
  let piece = await pieces.next();
  while (!piece.done && text.length <= HELD_CHARACTERS) {
    text += piece.value;
    piece = await pieces.next();
  }
  if (piece.done) {
    writeEncoded(request, response, status, { bytes: Buffer.from(text), body: json.position ? [] : json.record });
    return;
  }
  response.setHeader('Content-Type', jsonTypeFor(request));
  if (isRead(request)) {
    response.setHeader('Cache-Control', REVALIDATED);
  }
  response.writeHead(status);
  if (request.method === 'HEAD') {
    await pieces.return(undefined);
    response.end();
    return;
  }
  await pipeline(Readable.from(inTurn([text, piece.value], pieces)), response);
}

async function* inTurn(
  ...sources: readonly (AsyncIterable<string> | Iterable<string>)[]
): AsyncGenerator<string, undefined> {
  for (const source of sources) {
    yield* source;
  }
}
