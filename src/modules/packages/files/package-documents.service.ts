import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { LruMap } from '../../../common/cache/lru-map.js';
import { matchesWeakly } from '../../../common/conditional/etag.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { StreamedJson, writePieces } from '../../../platform/http/streamed-json.js';
import { REVALIDATED } from '../../../platform/http/write-answer.js';

type Pieces = AsyncGenerator<string, undefined>;

/** A document that is generated while it is sent. */
export interface PiecedDocument {
  readonly type: string;
  /** Changes whenever the document does; different documents never share an ETag. */
  readonly etag: string;
  readonly pieces: () => Pieces;
  /** Whether the ETag still matches after the whole document was generated, so that the document may be cached. */
  readonly isCurrent: () => Promise<boolean>;
}

/** A document whose ETag is derived from its bytes alone. */
export interface UnmarkedDocument {
  readonly type: string;
  readonly pieces: Pieces;
  /** Sends a short document as a whole, with its ETag. */
  readonly answer: (bytes: Buffer) => void;
}

/** Documents longer than this are sent while they are generated. */
const HELD_CHARACTERS = 512 * 1024;
const KEPT_DOCUMENTS = 64;

/** Sends metadata that clients read repeatedly, and caches the latest documents by ETag. */
@Injectable()
export class PackageDocumentsService {
  private readonly kept = new LruMap<string, Buffer>(KEPT_DOCUMENTS);

  /** Sends the document, or 304 to a client that already has it. A failure while it is sent closes the connection. */
  async send(request: HttpRequest, response: HttpResponse, document: PiecedDocument): Promise<void> {
    response.setHeader('ETag', document.etag);
    response.setHeader('Cache-Control', REVALIDATED);
    if (matchesWeakly(request.headers['if-none-match'] ?? '', document.etag)) {
      response.writeHead(304).end();
      return;
    }
    response.setHeader('Content-Type', document.type);
    const known = this.kept.get(document.etag);
    await (known ? sendBytes(response, known) : this.make(request, response, document));
  }

  /** Sends a short document with its ETag, or a long one without. A failure while it is sent closes the connection. */
  async sendUnmarked(
    request: HttpRequest,
    response: HttpResponse,
    { type, pieces, answer }: UnmarkedDocument,
  ): Promise<void> {
    const begun = await begin(pieces);
    if (begun.rest) {
      response.setHeader('Content-Type', type);
      await stream(request, response, begun);
    } else {
      answer(Buffer.from(begun.text));
    }
  }

  /** Like {@link sendUnmarked}, but sends a JSON text without an ETag. */
  async sendJson(request: HttpRequest, response: HttpResponse, pieces: Pieces): Promise<void> {
    const json = new StreamedJson(() => pieces, null, {}, HELD_CHARACTERS);
    await json.begin(); // a failure before anything is sent gets an error response
    await writePieces(request, response, 200, json);
  }

  private async make(request: HttpRequest, response: HttpResponse, document: PiecedDocument): Promise<void> {
    const begun = await begin(document.pieces());
    if (begun.rest) {
      await stream(request, response, begun);
    } else {
      await sendBytes(response, await this.keep(document, Buffer.from(begun.text)));
    }
  }

  /** A document that changed while it was generated may mix two states; it is sent but not cached. */
  private async keep({ etag, isCurrent }: PiecedDocument, bytes: Buffer): Promise<Buffer> {
    if (await isCurrent()) {
      this.kept.set(etag, bytes);
    }
    return bytes;
  }
}

/** The whole text of a short document, or the beginning of a long one and the pieces that follow. */
interface Begun {
  readonly text: string;
  readonly rest: Pieces | null;
}

async function begin(pieces: Pieces): Promise<Begun> {
  let text = '';
  while (text.length <= HELD_CHARACTERS) {
    const piece = await pieces.next();
    if (piece.done) {
      return { text, rest: null };
    }
    text += piece.value;
  }
  return { text, rest: pieces };
}

async function stream(request: HttpRequest, response: HttpResponse, { text, rest }: Begun): Promise<void> {
  response.writeHead(200);
  if (request.method === 'HEAD') {
    await rest?.return(undefined);
    response.end();
    return;
  }
  await pipeline(Readable.from(following(text, rest)), response).catch(() => {
    response.destroy();
  });
}

function sendBytes(response: HttpResponse, bytes: Buffer): Promise<void> {
  response.setHeader('Content-Length', bytes.length);
  response.writeHead(200).end(bytes);
  return Promise.resolve();
}

async function* following(first: string, rest: Pieces | null): AsyncGenerator<string> {
  yield first;
  yield* rest ?? [];
}
