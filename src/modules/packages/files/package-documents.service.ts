import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { LruMap } from '../../../common/cache/lru-map.js';
import { matchesWeakly } from '../../../common/conditional/etag.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { REVALIDATED } from '../../../platform/http/write-answer.js';

/** A document that is made while it is sent. */
export interface PiecedDocument {
  readonly type: string;
  /** Changes whenever the document does; two documents never have the same. */
  readonly etag: string;
  readonly pieces: () => AsyncGenerator<string, undefined>;
  /** Asked when all pieces are made: whether the document still has the ETag, so that it may be kept under it. */
  readonly isCurrent: () => Promise<boolean>;
}

/** What is longer is sent while it is made. */
const HELD_CHARACTERS = 512 * 1024;
const KEPT_DOCUMENTS = 64;

/** Sends metadata that clients read again and again, and keeps what was sent last under its ETag. */
@Injectable()
export class PackageDocumentsService {
  private readonly kept = new LruMap<string, Buffer>(KEPT_DOCUMENTS);

  /** The document, or 304 for a client that has it; a failure on the way cuts the answer off. */
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

  private async make(request: HttpRequest, response: HttpResponse, document: PiecedDocument): Promise<void> {
    const pieces = document.pieces();
    let text = '';
    while (text.length <= HELD_CHARACTERS) {
      const piece = await pieces.next();
      if (piece.done) {
        await sendBytes(response, await this.keep(document, Buffer.from(text)));
        return;
      }
      text += piece.value;
    }
    response.writeHead(200);
    if (request.method === 'HEAD') {
      await pieces.return(undefined);
      response.end();
      return;
    }
    await pipeline(Readable.from(following(text, pieces)), response).catch(() => {
      response.destroy();
    });
  }

  /** What changed while it was made may be of two moments: it is sent once, and not kept. */
  private async keep({ etag, isCurrent }: PiecedDocument, bytes: Buffer): Promise<Buffer> {
    if (await isCurrent()) {
      this.kept.set(etag, bytes);
    }
    return bytes;
  }
}

function sendBytes(response: HttpResponse, bytes: Buffer): Promise<void> {
  response.setHeader('Content-Length', bytes.length);
  response.writeHead(200).end(bytes);
  return Promise.resolve();
}

async function* following(first: string, rest: AsyncGenerator<string, undefined>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
