import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedFile {
  readonly name: string;
  readonly text: string | Buffer;
  readonly isStored?: boolean;
  /** What the archive says, whatever it is. */
  readonly declaredSize?: number;
  /** Of Unix, with the kind of file. */
  readonly mode?: number;
  /** Fields beside its name in the directory, and what is said there about it. */
  readonly extra?: Buffer;
  readonly comment?: string;
}

const DEFLATED = 8;
const MADE_ON_UNIX = 3 << 8;

/** A zip archive, made by hand so that it may be wrong. */
export function aZip(files: readonly ZippedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const { local, central } = entryOf(file, offset);
    parts.push(local);
    directory.push(central);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

function entryOf(file: ZippedFile, offset: number) {
  const { name, text, isStored = false, declaredSize, mode = 0, extra = Buffer.alloc(0), comment = '' } = file;
  const bytes = Buffer.from(text);
  const data = isStored ? bytes : deflateRawSync(bytes);
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(isStored ? 0 : DEFLATED, 4);
  head.writeUInt32LE(crc32(bytes), 10);
  head.writeUInt32LE(data.length, 14);
  head.writeUInt32LE(declaredSize ?? bytes.length, 18);
  head.writeUInt16LE(Buffer.byteLength(name), 22);
  const listed = Buffer.from(head);
  listed.writeUInt16LE(extra.length, 24);
  const tail = Buffer.alloc(14);
  tail.writeUInt16LE(comment.length, 0);
  tail.writeUInt32LE((mode << 16) >>> 0, 6);
  tail.writeUInt32LE(offset, 10);
  return {
    local: Buffer.concat([signed(0x04034b50), head, Buffer.from(name), data]),
    central: Buffer.concat([
      signed(0x02014b50),
      uint16(MADE_ON_UNIX),
      listed,
      tail,
      Buffer.from(name),
      extra,
      Buffer.from(comment, 'latin1'),
    ]),
  };
}

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
