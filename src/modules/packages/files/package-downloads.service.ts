import { Injectable } from '@nestjs/common';
import { message } from '../../../common/errors/catalogue.js';
import { matchesWeakly } from '../../../common/conditional/etag.js';
import { readByteRange } from '../../../common/conditional/byte-range.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { REVALIDATED } from '../../../platform/http/write-answer.js';
import { PackageDownloadsRepository } from './package-downloads.repository.js';
import type { ServedFile } from './package-downloads.repository.js';

/** Serves files of packages (contract: packages §4.7). */
@Injectable()
export class PackageDownloadsService {
  constructor(
    private readonly downloads: PackageDownloadsRepository,
    private readonly store: BlobStore,
  ) {}

  /** Streams the file, or the part that was asked for; memory does not grow with it. Throws 416. */
  async send(request: HttpRequest, response: HttpResponse, file: ServedFile): Promise<void> {
    const headers = headersOf(file);
    if (matchesWeakly(request.headers['if-none-match'] ?? '', headers.ETag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const part = partOf(file.size, askedRange(request, headers.ETag));
    if (request.method === 'HEAD') {
      response.writeHead(part.status, { ...headers, ...part.headers }).end();
      return;
    }
    const opened = await this.store.open(file.storeKey, part.range);
    response.writeHead(part.status, { ...headers, ...part.headers });
    try {
      await opened.sendTo(response);
      response.end();
    } catch {
      response.destroy(); // the answer has begun: a broken one is cut off
      return;
    }
    await this.note(file);
  }

  private async note({ packageId, isNoteDue }: ServedFile): Promise<void> {
    if (isNoteDue) {
      await this.downloads.noteDownload(packageId).catch(() => undefined); // the answer is out: the next one notes it
    }
  }
}

const headersOf = ({ sha256, fileName }: ServedFile) => ({
  ETag: `"${sha256}"`,
  'X-Checksum-Sha256': sha256,
  'Accept-Ranges': 'bytes',
  'Cache-Control': REVALIDATED,
  'Content-Type': 'application/octet-stream',
  'Content-Disposition': `attachment; filename="${fileName.replace(/[^\x20-\x7e]|["\\]/g, '_')}"`,
});

/** What of the file is sent, and how the answer says so. */
function partOf(size: number, asked: string | undefined) {
  const range = readByteRange(asked, size);
  switch (range.kind) {
    case 'outside':
      throw message(416, '416 Range Not Satisfiable', { 'Content-Range': `bytes */${size}` });
    case 'whole':
      return { status: 200, range: undefined, headers: { 'Content-Length': size } };
    case 'part': {
      const { start, end } = range;
      const headers = { 'Content-Range': `bytes ${start}-${end}/${size}`, 'Content-Length': end - start + 1 };
      return { status: 206, range: { start, end }, headers };
    }
  }
}

/** A HEAD is about the whole; a condition that does not hold asks for the whole again. */
function askedRange({ method, headers }: HttpRequest, etag: string): string | undefined {
  const { range, 'if-range': condition } = headers;
  return method === 'HEAD' || (condition !== undefined && condition !== etag) ? undefined : range;
}
