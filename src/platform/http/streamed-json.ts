import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonTypeFor } from './json-type.js';
import { isRead, REVALIDATED, writeEncoded } from './write-answer.js';
import type { PagePosition } from '../../common/pagination/page.js';

const HELD_CHARACTERS = 64 * 1024;

interface Beginning {
  readonly text: string;
  /** The pieces that follow; null when the text is complete. */
  readonly rest: AsyncGenerator<string, undefined> | null;
}

/** An answer that may be too large to hold: pieces of one JSON text, produced while they are sent. */
export class StreamedJson {
  private begun: Promise<Beginning> | undefined;

  constructor(
    private readonly pieces: () => AsyncIterable<string> | Iterable<string>,
    /** Position in a list, if this is a page of one. */
    readonly position: PagePosition | null = null,
    /** The record that the answer begins with, if it is one. */
    readonly record: object = {},
    /** Up to this length the answer is held until it is complete, and sent and stored like any other. */
    private readonly held = HELD_CHARACTERS,
  ) {}

  /** Returns the text up to the length that is held; the pieces are produced once. */
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

/** Sends the pieces as fast as the client reads them; an error on the way cuts the answer off. */
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

/** Only answers that are too long to hold have no validators. */
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
