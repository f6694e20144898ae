import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { leastCpuMillis } from '../../../test/fixtures/least-cpu.js';
import type { AddressGuard } from './address-guard.js';
import { OutboundHttp } from './outbound-http.js';

const KEPT = 65_536;
const outbound = new OutboundHttp({ resolve: () => Promise.resolve(['127.0.0.1']) } as unknown as AddressGuard);

let server: Server;
let answer = '';
/** What is sent again and again, until the connection is cut. */
let flood = '';
beforeEach(() => {
  flood = '';
});
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(answer);
      const go = () => {
        while (flood !== '' && !socket.destroyed && socket.write(flood));
      };
      socket.on('drain', go);
      go();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const send = () =>
  outbound.send({
    method: 'GET',
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    headers: {},
    body: null,
    verifyTls: true,
    isTrusted: false,
  });

describe('OutboundHttp', () => {
  it('keeps the beginning of a long answer and tells that there was more', async () => {
    answer = `HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(KEPT)}yz`;

    const { status, body, isCut } = await send();

    expect([status, body.toString() === 'x'.repeat(KEPT), isCut]).toEqual([200, true, true]);
  });

  it('puts the beginning of a long answer together once, however small the chunks are', async () => {
    answer = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(KEPT + 5000)}`;

    expect(await leastCpuMillis(send)).toBeLessThan(1000);
  });

  it('takes a whole answer for one, whatever comes behind it', async () => {
    answer = 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello';

    expect(await send()).toMatchObject({ status: 204, isCut: false });

    answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more';

    const { status, body } = await send();

    expect([status, body.toString()]).toEqual([200, 'ok']);
  });

  it('takes a protocol that nobody asked for as an answer', async () => {
    answer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\nwords of it';

    const { status, headers, body } = await send();

    expect([status, headers.upgrade, body.length]).toEqual([101, 'other', 0]);
  });

  it('does not wait for the end of empty lines', async () => {
    answer = '';
    flood = '\r\n'.repeat(10_000);

    await expect(send()).rejects.toThrow('Too much besides an answer.');
  });
});
