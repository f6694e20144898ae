import { inflateSync } from 'node:zlib';
import { newObject, packOf } from './pack.js';

const HEAD_BYTES = 12;

describe('packOf', () => {
  it.each([0, 1, 127, 128, 5000])('holds a content of %i bytes as it is', async (length) => {
    const content = Buffer.from(Array.from({ length }, (_, at) => (at * 251) % 256));
    const pack = await packOf([newObject('blob', content)]);
    const head = pack.subarray(HEAD_BYTES).findIndex((byte) => (byte & 0x80) === 0) + 1;

    expect(pack.readUInt32BE(8)).toBe(1);
    expect(inflateSync(pack.subarray(HEAD_BYTES + head))).toEqual(content);
  });
});
