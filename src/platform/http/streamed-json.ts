import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonTypeFor } from './json-type.js';
import { isRead, REVALIDATED, writeEncoded } from './write-answer.js';
import type { PagePosition } from '../../common/pagination/page.js';

const HELD_CHARACTERS = 64 * 1024;

interface Beginning {
  readonly text: string;
  /** What comes behind it; null when it is the whole. */
  readonly rest: AsyncGenerator<string, undefined> | null;
}

/** An answer that may be too large to hold: pieces of one JSON text, made while they are sent. */
export class StreamedJson {
  private begun: Promise<Beginning> | undefined;

  constructor(
    private readonly pieces: () => AsyncIterable<string> | Iterable<string>,
    /** Where it lies in a list, if it is a page of one. */
    readonly position: PagePosition | null = null,
    /** The record it begins with, if it is one. */
    readonly record: object = {},
    /** What is not longer is held until it is whole, and sent and kept like any other answer. */
    private readonly held = HELD_CHARACTERS,
  ) {}

  /** Its text up to where it is too long to hold; the pieces are made once. */
  begin(): Promise<Beginning> {
    this.begun ??= this.start();
    return this.begun;
  }

  private async start(): Promise<Beginning> {
    const pieces = inTurn(this.pieces());
    let text = '';
    while (text.length <= this.held) {
      const piece = await pieces.next();
      if (piece.done) {
        return { text, rest: null };
      }
      text += piece.value;
    }
    return { text, rest: pieces };
  }
}

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

/** Only what is too long to hold goes without validators. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  json: StreamedJson,
): Promise<void> {
  const { text, rest } = await json.begin();
  if (!rest) {
    writeEncoded(request, response, status, { bytes: Buffer.from(text), body: json.position ? [] : json.record });
    return;
  }
  response.setHeader('Content-Type', jsonTypeFor(request));
  if (isRead(request)) {
    response.setHeader('Cache-Control', REVALIDATED);
  }
  response.writeHead(status);
  if (request.method === 'HEAD') {
    await rest.return(undefined);
    response.end();
    return;
  }
  await pipeline(Readable.from(inTurn([text], rest)), response);
}

async function* inTurn(
  ...sources: readonly (AsyncIterable<string> | Iterable<string>)[]
): AsyncGenerator<string, undefined> {
  for (const source of sources) {
    yield* source;
  }
}
