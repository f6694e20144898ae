import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { unprocessable } from '../../../common/errors/catalogue.js';
import { attachmentNamed } from '../../../common/text/attachment-named.js';
import { GitFailed } from '../../../platform/git/git-directory.js';
import type { GitChild } from '../../../platform/git/git-child.js';
import { wholeOutput } from '../../../platform/git/whole-output.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import type { Archive } from './archives.service.js';
import { startBzip2 } from './bzip2.js';

/**
 * Streams an archive. The status is sent with the first byte; if the archive fails after that, the response is cut off.
 * Throws 422 if git dies before the first byte, for example because deeply nested folders exhaust its memory.
 */
export async function sendArchive(
  request: HttpRequest,
  response: HttpResponse,
  { format, name, child }: Archive,
): Promise<void> {
  const pieces = wholeOutput(child);
  const first = request.method === 'HEAD' ? null : await firstPiece(pieces, child, response);
  response.setHeader('Content-Type', format.type);
  response.setHeader('Content-Disposition', attachmentNamed(`${name}.${format.suffix}`));
  response.setHeader('Cache-Control', 'max-age=0, private, must-revalidate');
  if (first === null) {
    response.end();
    return;
  }
  const compressors =
    format.compressor === 'gzip' ? [createGzip()] : format.compressor === 'bzip2' ? [startBzip2()] : [];
  await pipeline([Readable.from(resumed(first, pieces)), ...compressors, response]).catch(() => undefined);
}

type Pieces = AsyncGenerator<Uint8Array>;

/** If the client disconnects before the first piece, the child process is ended. */
async function firstPiece(pieces: Pieces, child: GitChild, response: HttpResponse): Promise<Uint8Array> {
  const stop = (): void => void child.end();
  response.once('close', stop);
  try {
    const next = await pieces.next();
    return next.done === true ? new Uint8Array() : next.value;
  } catch (error) {
    throw error instanceof GitFailed && error.code === null ? unprocessable('The archive cannot be made') : error;
  } finally {
    response.off('close', stop);
  }
}

async function* resumed(first: Uint8Array, rest: Pieces): Pieces {
  yield first;
  yield* rest;
}
