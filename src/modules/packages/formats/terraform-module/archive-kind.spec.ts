import { Readable } from 'node:stream';
import { ArchiveSniffer } from './archive-kind.js';

const read = async (source: Readable): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of new ArchiveSniffer().pass(source)) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

describe('ArchiveSniffer', () => {
  it('passes on all bytes of an archive', async () => {
    const bytes = [Buffer.from([0x1f]), Buffer.from([0x8b, 0x08, 0x00]), Buffer.from('rest')];

    expect(await read(Readable.from(bytes))).toEqual(Buffer.concat(bytes));
  });

  it('leaves a request alone whose beginning it refuses, so that the refusal can be answered', async () => {
    const source = Readable.from([Buffer.from('hello'), Buffer.from('rest')]);

    await expect(read(source)).rejects.toMatchObject({ status: 400 });

    expect(source.destroyed).toBe(false);
  });
});
