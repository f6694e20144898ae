import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IncomingMessage } from 'node:http';
import { receiveFile } from './receive-file.js';

const fileNamed = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\nhalf`;
const aRequest = (body: string, complete = true) =>
  Object.assign(Readable.from([Buffer.from(body)]), {
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' },
    complete,
  }) as unknown as IncomingMessage;
const MALFORMED = { status: 400, body: { message: '400 Bad request - Malformed multipart body' } };

describe('receiveFile', () => {
  it('hands the file to what stores it, and answers it with the fields', async () => {
    const body = `${fileNamed('file')}\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n`;

    expect(await receiveFile(aRequest(body), text)).toMatchObject({
      filename: 'x',
      stored: 'half',
      entries: [['a', '1']],
    });
  });

  it('asks for the file where there is no body', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const request = Object.assign(Readable.from([]), { headers }) as unknown as IncomingMessage;

    await expect(receiveFile(request, text, { file: 'chart' })).rejects.toMatchObject({
      status: 400,
      body: { message: '400 (Bad request) "chart" not given' },
    });
  });

  it.each([
    ['the file', fileNamed('file')],
    ['a file that is not asked for', fileNamed('other')],
  ])('refuses a body that ends inside %s', async (_what, body) => {
    await expect(receiveFile(aRequest(body), text)).rejects.toMatchObject(MALFORMED);
  });

  it('refuses a body that ended before its file is read', async () => {
    const storeLater = async (source: Readable) => {
      await nextTurn();
      return text(source);
    };

    await expect(receiveFile(aRequest(fileNamed('file')), storeLater)).rejects.toMatchObject(MALFORMED);
  });

  it('refuses a body whose client went away inside a file that is not asked for', async () => {
    await expect(receiveFile(aRequest(fileNamed('other'), false), text)).rejects.toMatchObject(MALFORMED);
  });
});
