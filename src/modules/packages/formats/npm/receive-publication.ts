import type { ByteSource } from '../../../../platform/blob/blob-store.js';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import { invalidPublication } from './npm-errors.js';
import { DocumentTooLargeError, PublicationScanner } from './publication-scanner.js';
import type { Piece } from './publication-scanner.js';

/** Of what is published beside the tarball. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;
/** It is parsed in one turn: twice as many values would block for a third of a second. */
const LIMITS = { bytes: MAX_DOCUMENT_BYTES, depth: 64, values: 100_000 };

/** What a client published, its tarball stored. */
export interface ReceivedPublication<S> {
  readonly document: Buffer;
  /** Null without an attachment. */
  readonly stored: S | null;
}

/** What is done with the bytes of the attachment. */
export interface AttachmentStore<S> {
  readonly store: (source: ByteSource) => Promise<S>;
  /** The publication cannot be read to its end. */
  readonly drop: (stored: S) => Promise<void>;
}

/** Hands the decoded attachment to `store` as it comes; memory does not grow with it. Throws 400, and what `store` throws. */
export async function receivePublication<S>(
  request: HttpRequest,
  { store, drop }: AttachmentStore<S>,
): Promise<ReceivedPublication<S>> {
  const scanner = new PublicationScanner(LIMITS);
  const pieces = piecesOf(request, scanner);
  let stored: S | null = null;
  try {
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
      if (piece.value !== 'start') {
        continue;
      }
      if (stored !== null) {
        throw invalidPublication('Only one attachment can be published at once.');
      }
      stored = await store(attachmentIn(pieces));
    }
    return { document: scanner.finish(), stored };
  } catch (error) {
    void letGo(pieces).finally(() => request.resume()); // so that the connection serves the next request
    if (stored !== null) {
      await drop(stored);
    }
    throw refusalOf(error);
  }
}

/** A reader that stands at a piece would keep the rest of the body from being dropped. */
async function letGo(pieces: AsyncGenerator<Piece, undefined>): Promise<void> {
  await pieces.return(undefined).catch(() => undefined); // the body broke off
}

async function* piecesOf(request: HttpRequest, scanner: PublicationScanner): AsyncGenerator<Piece, undefined> {
  const chunks: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    yield* scanner.push(chunk);
  }
}

/** The bytes up to the end of the attachment; what is read next stands behind it. */
async function* attachmentIn(pieces: AsyncGenerator<Piece, undefined>): AsyncGenerator<Buffer> {
  for (let piece = await pieces.next(); !piece.done && piece.value !== 'end'; piece = await pieces.next()) {
    if (piece.value !== 'start') {
      yield piece.value;
    }
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof DocumentTooLargeError) {
    return invalidPublication('What is published beside the tarball is too large.');
  }
  return error instanceof SyntaxError ? invalidPublication('The attachment is not base64.') : error;
}
