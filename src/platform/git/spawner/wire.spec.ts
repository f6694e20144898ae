import { once } from 'node:events';
import { createServer, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { labelLine, labelOf, messagesOf, toLine } from './wire.js';
import type { SpawnReport } from './wire.js';

const REPORTS: SpawnReport[] = [
  { is: 'started', id: 1, pid: 4711 },
  { is: 'refused', id: 2, reason: 'spawn git ENOENT: größer\n' },
  { is: 'ended', id: 1, code: null },
];

function inPieces(text: string, size: number): Readable {
  const bytes = Buffer.from(text);
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size);
  return Readable.from(starts.map((start) => bytes.subarray(start, start + size)));
}

describe('messagesOf', () => {
  it.each([1, 7, 10_000])('reads what was written, in pieces of %i bytes', async (size) => {
    const read: SpawnReport[] = [];
    for await (const report of messagesOf<SpawnReport>(inPieces(REPORTS.map(toLine).join(''), size))) {
      read.push(report);
    }

    expect(read).toEqual(REPORTS);
  });
});

describe('labelOf', () => {
  let near: Socket;
  let far: Socket;
  beforeEach(async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    far = connect((server.address() as AddressInfo).port, '127.0.0.1');
    [near] = (await once(server, 'connection')) as [Socket];
    server.close();
  });
  afterEach(() => {
    near.destroy();
    far.destroy();
  });

  it('leaves what follows the label to its reader', async () => {
    far.end(`${labelLine({ id: 12, descriptor: 1 })}git version\n`);

    expect(await labelOf(near)).toEqual({ id: 12, descriptor: 1 });
    near.setEncoding('utf8');
    expect((await near.toArray()).join('')).toBe('git version\n');
  });

  it('waits for the rest of a label that comes in pieces', async () => {
    far.write('1');
    const label = labelOf(near);
    await once(near, 'readable');
    far.write('2 0\n');

    expect(await label).toEqual({ id: 12, descriptor: 0 });
  });

  it('is nothing when the connection closes before', async () => {
    far.end('12');
    near.resume();

    expect(await labelOf(near)).toBeNull();
  });
});
