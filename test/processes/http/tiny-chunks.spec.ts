import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { aProject } from '../../builders/records.js';
import { ADMIN_TOKEN, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { MAX_BLOCK_MS, startWatched } from '../../support/watched-service.js';
import type { WatchedService } from '../../support/watched-service.js';

/** What is sent would block it each time; noise of the machine does not. */
const CONNECTIONS = 10;
const AUTHORIZED = { 'PRIVATE-TOKEN': ADMIN_TOKEN };

let app: TestApp;
let service: WatchedService;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  service = await startWatched(app);
}, 240_000);
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
  socket.setTimeout(60_000, () => socket.destroy());
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

/** Answers the status. */
async function putByteByByte(address: string, content: string): Promise<number | undefined> {
  const sent = request(address, { method: 'PUT', headers: AUTHORIZED });
  for (const byte of content) {
    sent.write(byte);
  }
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

describe('a chunked body', () => {
  it.each([
    ['some hundred chunks have a byte each', '1\r\na\r\n'.repeat(500)],
    ['thousands have some more', `20\r\n${'a'.repeat(32)}\r\n`.repeat(5000)],
    ['thousands have a byte each', '1\r\na\r\n'.repeat(100_000)],
    ['all kinds follow each other', `1\r\na\r\n20\r\n${'a'.repeat(32)}\r\n${'1\r\na\r\n'.repeat(2000)}`.repeat(20)],
  ])('is read where %s', async (_, chunks) => {
    expect(await post(chunks)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await post(chunks)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('arrives whole where a program writes it byte by byte', async () => {
    const { id } = await aProject(app.admin);
    const address = `${service.url}/api/v4/projects/${id}/packages/generic/bytes/1.0/bytes.txt`;
    const content = Array.from({ length: 40_000 }, (_, at) => 'abcdefghijklm'[at % 13]).join('');

    expect(await putByteByByte(address, content)).toBe(201);
    expect((await fetch(address, { headers: AUTHORIZED }).then((answer) => answer.text())) === content).toBe(true);
  });

  it('is read where its bytes come one by one, but a few at a time', async () => {
    const pieces = Array<string>(11).fill('1\r\na\r\n'.repeat(50));

    expect(await post(...pieces)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('blocks nobody for long where each of its bytes is a chunk; of many such connections some are closed', async () => {
    const chunks = '1\r\na\r\n'.repeat(200_000);
    const answers: string[] = [];
    const least = await service.leastBlock(async () => {
      answers.push(...(await Promise.all(Array.from({ length: CONNECTIONS }, () => post(chunks)))));
    });

    expect(least).toBeLessThan(MAX_BLOCK_MS);
    expect(answers).toContain('');
    expect(answers.filter((answer) => answer !== '' && !answer.startsWith('HTTP/1.1 400 '))).toEqual([]);
  });
});
