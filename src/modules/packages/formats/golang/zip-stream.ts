import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive that is being created. */
export interface NewZipEntry {
  readonly name: string;
  readonly pieces: AsyncIterable<Uint8Array>;
}

interface WrittenEntry {
  readonly name: Buffer;
  readonly crc: number;
  readonly size: number;
  readonly packedSize: number;
  readonly offset: number;
}

const VERSION = 20;
/** Sizes and checksum follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** The earliest date that the format can represent, so that equal files produce equal archives. */
const DATE = 0x0021;

/** Creates a zip archive as a stream: memory use grows only with the names. Equal entries produce equal bytes. */
export async function* zipStream(entries: AsyncIterable<NewZipEntry>): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = [];
  let offset = 0;
  for await (const { name, pieces } of entries) {
    const entry = { name: Buffer.from(name), crc: 0, size: 0, packedSize: 0, offset };
    const head = localHeader(entry.name);
    yield head;
    offset += head.length;
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces) {
        entry.crc = crc32(piece, entry.crc);
        entry.size += piece.length;
        yield piece;
      }
    };
    const packer = createDeflateRaw();
    pipeline(Readable.from(counted(), { objectMode: false }), packer, () => undefined); // a failure also ends the loop
    for await (const packed of packer) {
      const bytes = Buffer.from(packed);
      entry.packedSize += bytes.length;
      yield bytes;
    }
    const end = descriptor(entry);
    yield end;
    offset += entry.packedSize + end.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(centralHeader));
  yield directory;
  yield endOfDirectory(written.length, directory.length, offset);
}

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DEFLATED, 8);
  head.writeUInt16LE(DATE, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, size, packedSize }: WrittenEntry): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(packedSize, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
}

function centralHeader({ name, crc, size, packedSize, offset }: WrittenEntry): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt16LE(DEFLATED, 10);
  head.writeUInt16LE(DATE, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(packedSize, 20);
  head.writeUInt32LE(size, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
