import { crc32, deflateSync } from 'node:zlib';

/** Red, green, blue. */
export type Colour = readonly [number, number, number];

const SIZE = 32;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Eight bits for each of red, green, blue and how opaque it is. */
const FORMAT = Buffer.from([8, 6, 0, 0, 0]);

/** A disc in one colour, as a PNG. */
export function discPicture(colour: Colour): Buffer {
  const rows = Array.from({ length: SIZE }, (_, y) => row(y, colour));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([number(SIZE), number(SIZE), FORMAT])),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A row begins with the number of its filter: none. */
const row = (y: number, colour: Colour): Buffer =>
  Buffer.from([0, ...Array.from({ length: SIZE }, (_, x) => [...colour, opacityAt(x, y)]).flat()]);

/** Its edge is smooth: one dot fades. */
function opacityAt(x: number, y: number): number {
  const middle = (SIZE - 1) / 2;
  const inside = SIZE / 2 - Math.hypot(x - middle, y - middle);
  return Math.round(Math.min(Math.max(inside, 0), 1) * 255);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([number(content.length), named, number(crc32(named))]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
