import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { wholeOutput } from '../../../platform/git/whole-output.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { dispositionOf } from '../reads/send-content.js';
import type { Archive } from './archives.service.js';
import { startBzip2 } from './bzip2.js';

/** Streams an archive; the status goes out with its first byte, and a broken one is cut off. */
export async function sendArchive(
  request: HttpRequest,
  response: HttpResponse,
  { format, name, child }: Archive,
): Promise<void> {
  response.setHeader('Content-Type', format.type);
  response.setHeader('Content-Disposition', dispositionOf(`${name}.${format.suffix}`));
  response.setHeader('Cache-Control', 'max-age=0, private, must-revalidate');
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const compressors =
    format.compressor === 'gzip' ? [createGzip()] : format.compressor === 'bzip2' ? [startBzip2()] : [];
  await pipeline([Readable.from(wholeOutput(child)), ...compressors, response]).catch(() => undefined);
}
