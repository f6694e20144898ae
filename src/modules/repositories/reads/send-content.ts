import { once } from 'node:events';
import { Type } from '@sinclair/typebox';
import { Bytes, inRanges, PlainText } from '../../../common/wire/wire-types.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { answeredPart } from '../../../common/conditional/byte-range.js';
import { rangeNotSatisfiable } from '../../../common/errors/catalogue.js';
import { matchesWeakly } from '../../../common/conditional/etag.js';
import { attachmentNamed } from '../../../common/text/attachment-named.js';
import type { OpenObject } from '../../../platform/git/cat-file.js';

const TEXT = 'text/plain; charset=utf-8';
const BINARY = 'application/octet-stream';
/** Schema of the answer for the OpenAPI document. */
export const RAW_CONTENT = inRanges(Type.Union([PlainText, Bytes]));
/** Number of leading bytes that decide whether a content is text, as in git. */
const LOOKED_AT = 8000;

/**
 * Streams a blob as an attachment, or the requested range of it; memory use does not depend on its size. The ETag is
 * the blob's id (contract: git §3.4). Throws 416.
 */
export async function sendContent(
  request: HttpRequest,
  response: HttpResponse,
  blob: OpenObject,
  name: string,
  kind: 'guessed' | 'text' = 'guessed',
): Promise<void> {
  const etag = `"${blob.id}"`;
  const headers = {
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'max-age=0, private, must-revalidate',
    'Content-Disposition': attachmentNamed(name.slice(name.lastIndexOf('/') + 1)),
  };
  if (matchesWeakly(request.headers['if-none-match'] ?? '', etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const part = answeredPart(request, etag, blob.size);
  if (!part) {
    throw rangeNotSatisfiable(blob.size);
  }
  const first = await firstPiece(blob);
  const type = kind === 'text' || isText(first.bytes, blob.size) ? TEXT : BINARY;
  response.writeHead(part.status, { ...headers, 'Content-Type': type, ...part.headers });
  if (request.method !== 'HEAD') {
    await writeHashed(response, first.all, part.range ?? { start: 0, end: blob.size - 1 });
  }
  response.end();
}

async function firstPiece({ pieces }: OpenObject) {
  const next = await pieces.next();
  const bytes = next.done === true ? Buffer.alloc(0) : next.value;
  return { bytes, all: withFirst(bytes, pieces) };
}

async function* withFirst(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/**
 * Whether the content is UTF-8 without NUL. A character that is cut off at the end of the examined bytes is accepted.
 */
function isText(first: Buffer, size: number): boolean {
  const looked = first.subarray(0, LOOKED_AT);
  if (looked.includes(0)) {
    return false;
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(looked, { stream: looked.length < size });
    return true;
  } catch {
    return false;
  }
}

async function writeHashed(
  response: HttpResponse,
  pieces: AsyncIterable<Buffer>,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<void> {
  const gone = new AbortController();
  const leave = () => {
    gone.abort();
  };
  response.once('close', leave);
  try {
    await writePieces(response, pieces, { start, end }, gone.signal);
  } finally {
    response.off('close', leave);
  }
}

async function writePieces(
  response: HttpResponse,
  pieces: AsyncIterable<Buffer>,
  { start, end }: { readonly start: number; readonly end: number },
  gone: AbortSignal,
): Promise<void> {
  let at = 0;
  for await (const piece of pieces) {
    const wanted = piece.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += piece.length;
    if (response.destroyed || at - piece.length > end) {
      return;
    }
    if (wanted.length > 0 && !response.write(wanted)) {
      await drained(response, gone);
    }
  }
}

/**
 * Waits for the drain event and leaves no listener on the signal: there is a piece for each 64 KiB, and removing
 * listeners takes quadratic time.
 */
async function drained(response: HttpResponse, gone: AbortSignal): Promise<void> {
  try {
    await once(response, 'drain', { signal: gone });
  } catch (error) {
    if (!gone.aborted) {
      throw error;
    }
  }
}
