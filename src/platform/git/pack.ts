import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { ObjectType } from './cat-file.js';

/** An object that is about to be written. */
export interface NewObject {
  readonly type: ObjectType;
  readonly content: Buffer;
}

const TYPE_NUMBERS: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };
const VERSION = 2;
const compress = promisify(deflate);

/** The name that git gives to an object. */
export const idOf = ({ type, content }: NewObject): string =>
  createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');

/** The objects as one pack, none as a difference of another. */
export async function packOf(objects: readonly NewObject[]): Promise<Buffer> {
  const head = Buffer.alloc(12);
  head.write('PACK', 0, 'latin1');
  head.writeUInt32BE(VERSION, 4);
  head.writeUInt32BE(objects.length, 8);
  const parts: Buffer[] = [head];
  for (const { type, content } of objects) {
    parts.push(sizeHeader(TYPE_NUMBERS[type], content.length), await compress(content));
  }
  const body = Buffer.concat(parts);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

/** Type and size: four bits of the size in the first byte, seven in each that follows. */
function sizeHeader(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 0xf)];
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(left & 0x7f);
  }
  return Buffer.from(bytes);
}
