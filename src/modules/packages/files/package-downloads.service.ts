import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { rangeNotSatisfiable } from '../../../common/errors/catalogue.js';
import { matchesWeakly } from '../../../common/conditional/etag.js';
import { answeredPart } from '../../../common/conditional/byte-range.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { REVALIDATED } from '../../../platform/http/write-answer.js';
import { PackageDownloadsRepository } from './package-downloads.repository.js';
import type { ServedFile } from './package-downloads.repository.js';

const BYTES = 'application/octet-stream';

type SentFile = Pick<ServedFile, 'sha256' | 'fileName' | 'size'>;

/** A stored file, and what is needed to record its download. */
export type StoredFile = SentFile & Pick<ServedFile, 'storeKey' | 'packageId' | 'isNoteDue'>;

/** A file that is generated for the response and not stored. */
export interface MadeFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

/** Serves files of packages (contract: packages §4.7). */
@Injectable()
export class PackageDownloadsService {
  constructor(
    private readonly downloads: PackageDownloadsRepository,
    private readonly store: BlobStore,
  ) {}

  /** Streams the file or the requested range; memory use does not depend on its size. Throws 416. */
  async send(request: HttpRequest, response: HttpResponse, file: StoredFile, type = BYTES): Promise<void> {
    const part = begin(request, response, file, type);
    if (!part) {
      return;
    }
    const opened = await this.store.open(file.storeKey, { range: part.range, size: file.size });
    response.writeHead(part.status, part.headers);
    try {
      await opened.sendTo(response);
      response.end();
    } catch {
      response.destroy(); // the response has begun, so a failure closes the connection
      return;
    }
    await this.note(file);
  }

  /** Sends a generated file in the same way as stored ones. Throws 416. */
  sendMade(request: HttpRequest, response: HttpResponse, { fileName, bytes }: MadeFile, type: string): void {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const part = begin(request, response, { fileName, sha256, size: bytes.length }, type);
    if (part) {
      const { start = 0, end } = part.range ?? {};
      response.writeHead(part.status, part.headers).end(bytes.subarray(start, end === undefined ? end : end + 1));
    }
  }

  private async note({ packageId, isNoteDue }: StoredFile): Promise<void> {
    if (isNoteDue) {
      await this.downloads.noteDownload(packageId).catch(() => undefined); // already sent; the next download is recorded
    }
  }
}

/**
 * Returns the status, range and headers to send; null if a response without a body was already sent (304, HEAD). Throws
 * 416.
 */
function begin(request: HttpRequest, response: HttpResponse, file: SentFile, type: string) {
  const headers = headersOf(file, type);
  if (matchesWeakly(request.headers['if-none-match'] ?? '', headers.ETag)) {
    response.writeHead(304, headers).end();
    return null;
  }
  const part = answeredPart(request, headers.ETag, file.size);
  if (!part) {
    throw rangeNotSatisfiable(file.size);
  }
  const all = { ...headers, ...part.headers };
  if (request.method === 'HEAD') {
    response.writeHead(part.status, all).end();
    return null;
  }
  return { status: part.status, range: part.range, headers: all };
}

const headersOf = ({ sha256, fileName }: SentFile, type: string) => ({
  ETag: `"${sha256}"`,
  'X-Checksum-Sha256': sha256,
  'Accept-Ranges': 'bytes',
  'Cache-Control': REVALIDATED,
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${fileName.replace(/[^\x20-\x7e]|["\\]/g, '_')}"`,
});
