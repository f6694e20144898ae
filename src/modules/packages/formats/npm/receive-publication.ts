import type { ByteSource } from '../../../../platform/blob/blob-store.js';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import { invalidPublication } from './npm-errors.js';
import { DocumentTooLargeError, PublicationScanner } from './publication-scanner.js';
import type { Piece } from './publication-scanner.js';

/** Maximum size in bytes of a publication without its tarball. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;
/** The document is parsed synchronously: twice as many values would block for a third of a second. */
const LIMITS = { bytes: MAX_DOCUMENT_BYTES, depth: 64, values: 100_000 };

/** A publication after its tarball was stored. */
export interface ReceivedPublication<S> {
  readonly document: Buffer;
  /** Null if there was no attachment. */
  readonly stored: S | null;
}

/** Stores and discards the bytes of the attachment. */
export interface AttachmentStore<S> {
  readonly store: (source: ByteSource) => Promise<S>;
  /** Called if the rest of the publication cannot be read. */
  readonly drop: (stored: S) => Promise<void>;
}

/**
 * Passes the decoded attachment to `store` while it arrives; memory use does not depend on its size. Throws 400, and
 * the errors of `store`.
 */
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

/** A suspended iterator would prevent the rest of the body from being discarded. */
async function letGo(pieces: AsyncGenerator<Piece, undefined>): Promise<void> {
  await pieces.return(undefined).catch(() => undefined); // the body was cut off
}

async function* piecesOf(request: HttpRequest, scanner: PublicationScanner): AsyncGenerator<Piece, undefined> {
  const chunks: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    yield* scanner.push(chunk);
  }
}

/** Yields the bytes up to the end of the attachment; the next read continues after it. */
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
