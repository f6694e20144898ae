import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { buffer as collect } from 'node:stream/consumers';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { ArchiveError } from './archive-error.js';
import type { ArchivedFile, ArchiveSearch } from './archive-search.js';
import { ArchiveTally } from './archive-tally.js';
import { ByteBlocks } from './byte-blocks.js';
import type { ArchiveSource } from './byte-blocks.js';
import { entryPath } from './entry-path.js';

/**
 * Returns the wanted files of a zip archive, in archive order. Its directory is read completely, but other files are
 * not.
 * Throws `ArchiveError` for an archive that is broken or exceeds the limits.
 */
export async function readZip(source: ArchiveSource, search: ArchiveSearch): Promise<readonly ArchivedFile[]> {
  const reader = new SourceReader(source);
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, source.size, { autoClose: false });
    return await readWanted(zip, new ArchiveTally(source.size, search.maxExpandedBytes), search);
  } catch (error) {
    throw reader.failure ?? (error instanceof ArchiveError ? error : new ArchiveError('The archive is no zip file'));
  }
}

async function readWanted(zip: ZipFile, tally: ArchiveTally, search: ArchiveSearch): Promise<ArchivedFile[]> {
  const files: ArchivedFile[] = [];
  for await (const entry of zip.eachEntry()) {
    tally.addEntry();
    refuseManyAttributes(entry);
    tally.addBytes(entry.uncompressedSize);
    const path = entryPath(entry.fileName);
    if (isFile(entry) && search.wants(path)) {
      tally.addWanted(path, entry.uncompressedSize, search.maxBytes);
      files.push({ path, bytes: await collect(await zip.openReadStreamPromise(entry)) });
    }
  }
  return files;
}

const MAX_FIELDS = 100;
const MAX_COMMENT_BYTES = 4096;

/**
 * The extra fields and comment of an entry are parsed synchronously; when they fill 64 KiB, this takes a thousand times
 * as long as for other entries.
 */
function refuseManyAttributes({ extraFields, fileCommentLength }: Entry): void {
  if (extraFields.length > MAX_FIELDS || fileCommentLength > MAX_COMMENT_BYTES) {
    throw new ArchiveError('The archive has too many attributes');
  }
}

const UNIX = 3;
const KIND = 0o170000;
const REGULAR = 0o100000;

/** Neither a folder nor a link; links are not followed. */
function isFile({ fileName, versionMadeBy, externalFileAttributes }: Entry): boolean {
  const kind = versionMadeBy >>> 8 === UNIX ? (externalFileAttributes >>> 16) & KIND : 0;
  return !fileName.endsWith('/') && (kind === 0 || kind === REGULAR);
}

/** Reads through blocks. A failure of the source is kept, because it is not a fault of the archive. */
class SourceReader extends yauzl.RandomAccessReader {
  failure: Error | undefined;
  private readonly blocks: ByteBlocks;

  constructor(private readonly source: ArchiveSource) {
    super();
    this.blocks = new ByteBlocks(source);
  }

  /** Calls back in a later turn of the event loop, so that a directory with many entries does not block other work. */
  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.blocks.copy(position, length, target, offset).then(
      (isWhole) => setImmediate(callback, isWhole ? null : new ArchiveError('The archive is cut off')),
      (error: unknown) => setImmediate(callback, this.failed(error)),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const into = new PassThrough();
    if (end <= start) {
      return into.end();
    }
    this.source.read({ start, end: end - 1 }).then(
      (stream) => stream.on('error', (error) => into.destroy(this.failed(error))).pipe(into),
      (error: unknown) => into.destroy(this.failed(error)),
    );
    return into;
  }

  private failed(error: unknown): Error {
    this.failure ??= error instanceof Error ? error : new Error('The archive could not be read.');
    return this.failure;
  }
}
