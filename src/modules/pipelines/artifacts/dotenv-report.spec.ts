import { gzipSync } from 'node:zlib';
import { readDotenv } from './dotenv-report.js';

const read = async (text: string) => [...(await readDotenv(gzipSync(text), 'gzip'))];
const refusal = { body: { message: { file: ['is invalid'] } } };

describe('readDotenv()', () => {
  it('reads a variable from each line, the last of a name', async () => {
    expect(await read('A=1\r\n\nURL=https://x/?a=b$HOME \n B = two words\nEMPTY=\nA=2\n')).toEqual([
      ['A', '2'],
      ['URL', 'https://x/?a=b$HOME'],
      ['B', 'two words'],
      ['EMPTY', ''],
    ]);
  });

  it.each([
    ['a line without a value', 'A\n'],
    ['a comment', '# A=1\n'],
    ['a name that no variable can have', 'A-B=1\n'],
    ['a NUL', 'A=\0\n'],
    ['201 variables', Array.from({ length: 201 }, (_, at) => `A${at}=1`).join('\n')],
    ['more than 64 KiB', `A=${'x'.repeat(65_536)}`],
  ])('refuses %s', async (_what, text) => {
    await expect(read(text)).rejects.toMatchObject(refusal);
  });

  it('refuses what is no gzip, and a format that it does not know', async () => {
    await expect(readDotenv(Buffer.from('A=1'), 'gzip')).rejects.toMatchObject(refusal);
    await expect(readDotenv(Buffer.from('A=1'), 'zip')).rejects.toMatchObject(refusal);
    expect([...(await readDotenv(Buffer.from('A=1'), 'raw'))]).toEqual([['A', '1']]);
  });
});
