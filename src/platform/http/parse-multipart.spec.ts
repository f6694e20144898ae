import { parseMultipart } from './parse-multipart.js';

const TYPE = 'multipart/form-data; boundary=b';
const part = (name: string, value = '') => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const read = (parts: string, end = '--b--\r\n') => parseMultipart(Buffer.from(parts + end), TYPE);
const refusal = (reason: string) => ({ status: 400, body: { message: `400 Bad request - ${reason}` } });

describe('parseMultipart', () => {
  it('reads fields, and leaves files out', async () => {
    const file = '--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\ncontent\r\n';

    expect(await read(part('a[]', '1') + file + part('a[]', 'é') + part('b', 'x'.repeat(100_000)))).toEqual({
      a: ['1', 'é'],
      b: 'x'.repeat(100_000),
    });
  });

  it('reads 2,048 parts and refuses 2,049, whatever they hold', async () => {
    const file = '--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n\r\n';

    expect(await read(part('a[]').repeat(2048))).toEqual({ a: Array(2048).fill('') });
    await expect(read(part('a').repeat(2049))).rejects.toMatchObject(refusal('Too many parameters'));
    await expect(read(file.repeat(2049))).rejects.toMatchObject(refusal('Too many parameters'));
    await expect(read('--b\r\n'.repeat(2049))).rejects.toMatchObject(refusal('Too many parameters'));
  });

  it.each([
    ['without an end', part('a'), ''],
    ['that ends inside a file', '--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nhalf', ''],
    ['with a part without a name', '--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n', '--b--\r\n'],
    ['that ends within a file', '--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nbytes', ''],
    [
      'in an unknown character set',
      part('a', 'v').replace('\r\n\r\n', '\r\nContent-Type: text/plain; charset=x\r\n\r\n'),
      '--b--',
    ],
    ['that is none', 'nonsense', ''],
  ])('refuses a form %s', async (_name, parts, end) => {
    await expect(read(parts, end)).rejects.toMatchObject(refusal('Malformed multipart body'));
  });

  it('refuses broken UTF-8, and takes the character that stands for it elsewhere', async () => {
    const broken = Buffer.concat([
      Buffer.from(part('a').slice(0, -2)),
      Buffer.from([0xff]),
      Buffer.from('\r\n--b--\r\n'),
    ]);

    await expect(parseMultipart(broken, TYPE)).rejects.toMatchObject(refusal('Invalid characters'));
    expect(await read(part('a', '\uFFFD'))).toEqual({ a: '\uFFFD' });
  });
});
