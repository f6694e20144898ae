import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer as collect } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import type { Extract, Header } from 'tar-stream';
import { ArchiveError } from './archive-error.js';
import type { ArchivedFile, ArchiveSearch } from './archive-search.js';
import { ArchiveTally } from './archive-tally.js';
import type { ArchiveSource } from './byte-blocks.js';
import { entryPath } from './entry-path.js';

/** Headers without a magic number are in the oldest format; the library's types lack the option. */
const ANY_FORMAT: Parameters<typeof tar.extract>[0] & { readonly allowUnknownFormat: true } = {
  allowUnknownFormat: true,
};

/**
 * Returns the wanted files of a gzipped tar archive, in archive order. The whole archive is read, but only these files
 * are kept in memory.
 * Throws `ArchiveError` for an archive that is broken or exceeds the limits.
 */
export async function readTarGz(source: ArchiveSource, search: ArchiveSearch): Promise<readonly ArchivedFile[]> {
  const tally = new ArchiveTally(source.size, search.maxExpandedBytes);
  const archived = await source.read();
  const failures: Error[] = [];
  archived.once('error', (error) => failures.push(error));
  const extract = tar.extract(ANY_FORMAT);
  refuseLargeHeaders(extract, tally);
  const feeding = pipeline(archived, createGunzip(), feed(extract, tally)).catch((error: unknown) => {
    extract.destroy(error instanceof Error ? error : null);
    throw error;
  });
  const [read, fed] = await Promise.allSettled([readWanted(extract, tally, search), feeding]);
  if (read.status === 'fulfilled' && fed.status === 'fulfilled') {
    return read.value;
  }
  throw failures[0] ?? faultOf([read, fed]);
}

/** Returns the reason why the archive was rejected, otherwise an error saying that it is broken. */
function faultOf(results: readonly PromiseSettledResult<unknown>[]): ArchiveError {
  const reasons = results.map((result): unknown => (result.status === 'rejected' ? result.reason : undefined));
  return (
    reasons.find((reason) => reason instanceof ArchiveError) ?? new ArchiveError('The archive is no gzipped tar file')
  );
}

async function readWanted(extract: Extract, tally: ArchiveTally, search: ArchiveSearch): Promise<ArchivedFile[]> {
  const files: ArchivedFile[] = [];
  for await (const entry of extract) {
    tally.addEntry();
    refuseManyAttributes(entry.header);
    const path = entryPath(entry.header.name);
    if (isFile(entry.header) && search.wants(path)) {
      tally.addWanted(path, entry.header.size, search.maxBytes);
      files.push({ path, bytes: await collect(entry) });
    } else {
      entry.resume();
    }
  }
  return files;
}

const MAX_HEADER_BYTES = 64 * 1024;
const MAX_HEADER_SIGNS = 1000;
const EQUALS = 0x3d;

/**
 * Limits headers with long names or attributes, however many precede one entry. The library parses each of them
 * synchronously, and copies attributes for all entries to each of them; the method that it calls for a header is not in
 * its types.
 */
function refuseLargeHeaders(extract: Extract, tally: ArchiveTally): void {
  const decode: unknown = Reflect.get(extract, '_decodeLongHeader');
  if (typeof decode !== 'function') {
    throw new Error('The library for tar archives reads headers in another way.');
  }
  Reflect.set(extract, '_decodeLongHeader', (header: Uint8Array): void => {
    tally.addHeader();
    if (header.length > MAX_HEADER_BYTES || signsIn(header) > MAX_HEADER_SIGNS) {
      throw new ArchiveError('The archive has too many attributes');
    }
    Reflect.apply(decode, extract, [header]);
  });
}

/** Number of equals signs: an upper bound on the number of attributes. */
const signsIn = (header: Uint8Array): number =>
  header.reduce((count, byte) => (byte === EQUALS ? count + 1 : count), 0);

const MAX_ATTRIBUTES = 100;

/** Attributes for all entries are copied to each of them. */
function refuseManyAttributes({ pax }: Header): void {
  if (typeof pax === 'object' && pax !== null && Object.keys(pax).length > MAX_ATTRIBUTES) {
    throw new ArchiveError('The archive has too many attributes');
  }
}

/** Neither a folder nor a link; links are not followed. */
const isFile = ({ type }: Header): boolean => type === 'file' || type === 'contiguous-file';

/** Passes the bytes to the library as fast as it accepts them; ends when the library does. */
function feed(extract: Extract, tally: ArchiveTally): Writable {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        tally.addBytes(chunk.length);
      } catch (error) {
        done(error instanceof Error ? error : new ArchiveError('The archive is beyond the limits'));
        return;
      }
      if (extract.write(chunk)) {
        done();
        return;
      }
      extract.once('drain', done);
    },
    final(done) {
      extract.end(undefined);
      done();
    },
  });
  extract.once('close', () => sink.destroy());
  return sink;
}
