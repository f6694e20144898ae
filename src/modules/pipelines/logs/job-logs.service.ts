import { Injectable } from '@nestjs/common';
import { PassThrough } from 'node:stream';
import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import type { JobLog, LogPart } from './job-log.js';
import { JobLogsRepository } from './job-logs.repository.js';

/** Bytes `start` to `end`, both included. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Reads the logs of jobs (contract: triggers §7). */
@Injectable()
export class JobLogsService {
  constructor(
    private readonly logs: JobLogsRepository,
    private readonly blobs: BlobStore,
  ) {}

  open(jobId: number): Promise<JobLog> {
    return this.logs.read(jobId);
  }

  /** Writes these bytes of the log to the stream, which stays open. */
  async send({ parts, rest, size }: JobLog, { start, end }: Span, into: Writable): Promise<void> {
    for (const part of parts) {
      const span = within(part, { start, end });
      if (span) {
        await (await this.blobs.open(part.blobKey, { range: span, size: part.size })).sendTo(into);
      }
    }
    const from = size - rest.length;
    if (end >= from) {
      into.write(rest.subarray(Math.max(0, start - from), end - from + 1));
    }
  }

  /** Returns the last `most` bytes of the log. */
  async tail(log: JobLog, most: number): Promise<Buffer> {
    if (log.size === 0) {
      return Buffer.alloc(0);
    }
    const into = new PassThrough();
    const sent = this.send(log, { start: Math.max(0, log.size - most), end: log.size - 1 }, into);
    const [bytes] = await Promise.all([
      buffer(into),
      sent.then(
        () => into.end(),
        () => into.destroy(new Error('The log cannot be read.')),
      ),
    ]);
    return bytes;
  }

  /** The whole log, piece by piece. */
  async *pieces({ parts, rest }: JobLog): AsyncGenerator<Buffer> {
    for (const { blobKey } of parts) {
      for await (const piece of await this.blobs.get(blobKey)) {
        yield Buffer.from(piece);
      }
    }
    yield rest;
  }
}

function within({ position, size }: LogPart, { start, end }: Span): Span | null {
  const span = { start: Math.max(0, start - position), end: Math.min(size - 1, end - position) };
  return span.start <= span.end ? span : null;
}
