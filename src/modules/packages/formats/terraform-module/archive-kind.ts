import { badRequest } from '../../../../common/errors/catalogue.js';
import type { ByteSource } from '../../../../platform/blob/blob-store.js';
import { borrowed } from '../../../../platform/blob/write-hashed.js';

/** Archive formats of modules, by the names that clients use. */
export type ArchiveKind = 'tgz' | 'zip';

const BEGINNINGS: readonly (readonly [kind: ArchiveKind, bytes: readonly number[]])[] = [
  ['tgz', [0x1f, 0x8b]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
];
const LONGEST = 4;

/** Passes bytes through and detects the archive format from their beginning. */
export class ArchiveSniffer {
  kind: ArchiveKind = 'tgz';

  /** Yields the same bytes. Throws 400 if they are not an archive. */
  async *pass(source: ByteSource): AsyncIterable<Uint8Array> {
    let beginning = Buffer.alloc(0);
    let isKnown = false;
    for await (const chunk of borrowed(source)) {
      if (!isKnown) {
        beginning = Buffer.concat([beginning, chunk]);
        isKnown = beginning.length >= LONGEST;
        if (!isKnown) {
          continue;
        }
        this.kind = kindOf(beginning);
        yield beginning;
        continue;
      }
      yield chunk;
    }
    if (!isKnown) {
      throw noArchive();
    }
  }
}

function kindOf(beginning: Buffer): ArchiveKind {
  const found = BEGINNINGS.find(([, bytes]) => bytes.every((byte, at) => beginning[at] === byte));
  if (!found) {
    throw noArchive();
  }
  return found[0];
}

const noArchive = () => badRequest('The file is neither a gzipped tar archive nor a zip file');
