import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { notUnpacked, tooLarge, typeNotSupported } from '../git-refusal.js';
import type { GitService } from '../git-address.js';
import { fromClient } from './flow.js';

/** Maximum numbers of bytes of a body, as sent and decompressed. */
export interface BodyLimits {
  readonly sent: number;
  readonly unpacked: number;
}

/** Contract: git §5.3. */
const MIB = 1024 * 1024;
export const UPLOAD_PACK_LIMITS: BodyLimits = { sent: 10 * MIB, unpacked: 100 * MIB };
export const NO_LIMITS: BodyLimits = { sent: Infinity, unpacked: Infinity };

/** Throws 415 for types and encodings that git does not use. */
export function refuseOtherTypes({ headers }: IncomingMessage, service: GitService): void {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const encoding = (headers['content-encoding'] ?? 'identity').toLowerCase();
  if (type !== `application/x-${service}-request` || !['identity', 'gzip', 'x-gzip'].includes(encoding)) {
    throw typeNotSupported();
  }
}

/** Yields the decompressed body. Throws 413 above the limits, 400 if it cannot be decompressed. */
export async function* requestBody(
  request: IncomingMessage,
  limits: BodyLimits,
  idleMs: number,
): AsyncGenerator<Buffer> {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  const sent = counted(fromClient(request, idleMs), limits.sent);
  yield* encoding === 'identity' ? sent : counted(unzipped(sent), limits.unpacked);
}

/** Resolves with the same body once `most` bytes of it, or all of it, have arrived. */
export async function begun(body: AsyncGenerator<Buffer>, most: number): Promise<AsyncGenerator<Buffer>> {
  const first: Buffer[] = [];
  for (let left = most; left > 0;) {
    const next = await body.next();
    if (next.done === true) {
      break;
    }
    first.push(next.value);
    left -= next.value.length;
  }
  return behind(first, body);
}

async function* behind(first: readonly Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  yield* rest;
}

async function* counted(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) {
      throw tooLarge();
    }
    yield chunk;
  }
}

/** Decompresses as fast as the output is read. */
async function* unzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const feeding = feed(chunks, gunzip);
  feeding.catch((error: unknown) => gunzip.destroy(error instanceof Error ? error : undefined));
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    throw isBroken(error) ? notUnpacked() : error;
  }
  await feeding;
}

const isBroken = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('Z_');

async function feed(chunks: AsyncIterable<Buffer>, gunzip: Readable & NodeJS.WritableStream): Promise<void> {
  for await (const chunk of chunks) {
    if (gunzip.destroyed) {
      return; // the rest is not needed
    }
    if (!gunzip.write(chunk)) {
      await new Promise((resolve) => {
        gunzip.once('drain', resolve);
        gunzip.once('close', resolve);
      });
    }
  }
  gunzip.end();
}
