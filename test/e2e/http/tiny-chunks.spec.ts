import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { startWatched } from '../../support/watched-service.js';
import type { WatchedService } from '../../support/watched-service.js';

const MAX_BLOCK_MS = 200;
const CONNECTIONS = 10;

let app: TestApp;
let service: WatchedService;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  service = await startWatched(app);
}, 60_000);
afterAll(async () => {
  await service.end();
  await app.close();
});

const PAUSE_MS = 50;

/** Posts a chunked body, in pieces with pauses between; answers what came back until the connection was closed or silent. */
async function post(...pieces: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString('latin1')));
  socket.on('error', () => undefined); // it is closed while the rest is still sent
  socket.setTimeout(10_000, () => socket.destroy());
  socket.write(
    'POST /oauth/token HTTP/1.1\r\nHost: x\r\nConnection: close\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(pieces.length > 1 ? PAUSE_MS : 0);
  }
  socket.write('0\r\n\r\n');
  await closed;
  return received;
}

describe('a chunked body', () => {
  it('is read where some hundred chunks have a byte each, and where thousands have some more', async () => {
    expect(await post('1\r\na\r\n'.repeat(500))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await post(`20\r\n${'a'.repeat(32)}\r\n`.repeat(5000))).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('is read where its bytes come one by one, but a few at a time', async () => {
    const pieces = Array<string>(11).fill('1\r\na\r\n'.repeat(50));

    expect(await post(...pieces)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('blocks nobody for long where each of its bytes is a chunk, and its connection is closed', async () => {
    const chunks = '1\r\na\r\n'.repeat(400_000);
    await service.longestBlock();

    const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => post(chunks)));

    expect(await service.longestBlock()).toBeLessThan(MAX_BLOCK_MS);
    expect(answers).toEqual(Array<string>(CONNECTIONS).fill(''));
  });
});
