import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { Pacer } from '../../common/concurrency/pacer.js';
import type { ObjectType } from './cat-file.js';

/** An object to be written. */
export interface NewObject {
  /** The id that git computes for it. */
  readonly id: string;
  readonly type: ObjectType;
  readonly content: Buffer;
}

const TYPE_NUMBERS: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };
const VERSION = 2;
const compress = promisify(deflate);

/** Shorter contents, including most trees, do not get smaller: they are stored uncompressed. */
const SMALL = 128;

/** Returns an object with the id that git computes for it. */
export function newObject(type: ObjectType, content: Buffer): NewObject {
  const id = createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');
  return { id, type, content };
}

/** Returns the objects as one pack without deltas. No object may be included twice. */
export async function packOf(objects: readonly NewObject[]): Promise<Buffer> {
  const head = Buffer.alloc(12);
  head.write('PACK', 0, 'latin1');
  head.writeUInt32BE(VERSION, 4);
  head.writeUInt32BE(objects.length, 8);
  const pacer = new Pacer();
  const parts: Buffer[] = [head];
  for (const { type, content } of objects) {
    const packed = content.length < SMALL ? stored(content) : await compress(content);
    parts.push(sizeHeader(TYPE_NUMBERS[type], content.length), packed);
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  const body = Buffer.concat(parts);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

/** Type and size: four bits of the size in the first byte, seven bits in each following byte. */
function sizeHeader(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 0xf)];
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(left & 0x7f);
  }
  return Buffer.from(bytes);
}

/**
 * Written without a compressor, since each takes a quarter of a megabyte while it exists (RFC 1950, RFC 1951 §3.2.4).
 */
function stored(content: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(STORED_HEAD + content.length + CHECKSUM);
  bytes.writeUInt16BE(0x7801, 0); // deflate, fastest level
  bytes.writeUInt8(1, 2); // the only block, stored uncompressed
  bytes.writeUInt16LE(content.length, 3);
  bytes.writeUInt16LE(0xffff - content.length, 5);
  content.copy(bytes, STORED_HEAD);
  bytes.writeUInt32BE(adler32(content), STORED_HEAD + content.length);
  return bytes;
}

const STORED_HEAD = 7;
const CHECKSUM = 4;
const ADLER_MODULUS = 65_521;

/** For short contents only: their sums need no reduction before the end. */
function adler32(bytes: Buffer): number {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low += byte;
    high += low;
  }
  return (high % ADLER_MODULUS) * 0x10000 + (low % ADLER_MODULUS);
}
