import { Readable } from 'node:stream';
import { ByteReader } from './byte-reader.js';

const readerOf = (...chunks: string[]) => new ByteReader(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));

describe('ByteReader', () => {
  it('reads lines and bytes across chunks', async () => {
    const reader = readerOf('abc de', 'f\n01', '234', '5\nrest');

    expect(await reader.line()).toBe('abc def');
    expect((await reader.bytes(6)).toString()).toBe('012345');
    expect(await reader.line()).toBe('');
    expect(await reader.line()).toBe('rest');
    expect(await reader.line()).toBeNull();
  });

  it('throws when the stream ends too early', async () => {
    await expect(readerOf('abc').bytes(4)).rejects.toThrow('too early');
  });
});
