import { connect } from 'node:net';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { MAX_BLOCK_MS, startWatched } from '../../support/watched-service.js';
import type { WatchedService } from '../../support/watched-service.js';

/** What is sent would block it each time; noise of the machine does not. */

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

/** Everything that the service sends until it closes the connection. */
async function answersTo(text: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  socket.on('error', () => undefined); // the rest of what was sent is not read
  socket.setTimeout(60_000, () => socket.destroy()); // where it goes on waiting for requests
  socket.write(text);
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(parts).toString('latin1');
}
const statusesIn = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);

describe('requests that are sent on one connection before the first is answered', () => {
  it('are answered one after the other', async () => {
    const known = 'GET /api/v4/projects HTTP/1.1\r\nHost: x\r\n\r\n';
    const unknown = 'GET /api/v4/nothing HTTP/1.1\r\nHost: x\r\n\r\n';
    const withBody =
      'POST /api/v4/projects HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
    const last = 'GET /api/v4/version HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

    const answers = await answersTo(known + unknown.repeat(20) + withBody + known + last);

    expect(statusesIn(answers)).toEqual(['200', ...Array<string>(20).fill('404'), '401', '200', '401']);
  });

  it('block nobody for long, and the connection is closed behind the first ones where they are thousands', async () => {
    const least = await service.leastBlock(async () => {
      const answers = await answersTo('GET /api/v4/projects HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10_000));

      expect(new Set(statusesIn(answers))).toEqual(new Set(['200']));
      expect(statusesIn(answers).length).toBeLessThan(100);
    });

    expect(least).toBeLessThan(MAX_BLOCK_MS);
  });
});
