import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { leastCpuMillis } from '../../../test/fixtures/least-cpu.js';
import type { AddressGuard } from './address-guard.js';
import { OutboundHttp } from './outbound-http.js';

const KEPT = 65_536;
const outbound = new OutboundHttp({ resolve: () => Promise.resolve(['127.0.0.1']) } as unknown as AddressGuard);

let server: Server;
let answer = '';
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(answer));
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
});
