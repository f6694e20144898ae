import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { ADMIN_TOKEN } from '../../support/app.js';
import { genericPath } from '../../builders/packages.js';
import { costOf } from '../../support/process-cost.js';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';

const MIB = 1024 * 1024;
const BLOCK = randomBytes(MIB);
const BLOCKS = 500;
const MOST_GROWTH = 150 * MIB;
const HEADERS = { 'PRIVATE-TOKEN': ADMIN_TOKEN };

let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let service: Service;
beforeAll(async () => {
  dataDir = await aDataDir();
  service = await startService({ DATA_DIR: dataDir.path });
});
afterAll(async () => {
  await service.end('SIGTERM');
  await dataDir.remove();
});

/** The block again and again, each time with its number in front, so that no part is like another. */
function* blocks(): Generator<Buffer> {
  for (let number = 0; number < BLOCKS; number += 1) {
    yield blockAt(number);
  }
}

function blockAt(number: number): Buffer {
  const block = Buffer.from(BLOCK);
  block.writeUInt32BE(number);
  return block;
}

function upload(target: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { ...HEADERS, 'Content-Length': BLOCKS * MIB };
    const sending = request(`${service.url}/api/v4/${target}`, { method: 'PUT', headers }, (answer) => {
      answer.resume().once('end', () => {
        resolve(answer.statusCode ?? 0);
      });
    });
    sending.once('error', reject);
    Readable.from(blocks()).pipe(sending);
  });
}

async function digestOf(target: string): Promise<string> {
  const answer = await fetch(`${service.url}/api/v4/${target}`, { headers: HEADERS });
  const hash = createHash('sha256');
  for await (const chunk of answer.body ?? []) {
    hash.update(chunk);
  }
  return hash.digest('hex');
}

describe('a generic file of 500 MiB', () => {
  it('is uploaded, downloaded and read in ranges without the service growing with it', async () => {
    const { id } = (await service.admin.post('projects', { path: 'large' })).body;
    const target = genericPath(id, 'large.bin');
    const small = genericPath(id, 'small.bin');
    await service.admin.send('PUT', small, 'x');
    await service.admin.get(small);
    const sent = createHash('sha256');
    for (const block of blocks()) {
      sent.update(block);
    }
    const seen = { status: 0, digest: '' };

    const { growth } = await costOf(service, async () => {
      seen.status = await upload(target);
      seen.digest = await digestOf(target);
    });

    expect(seen).toEqual({ status: 201, digest: sent.digest('hex') });
    expect(growth).toBeLessThan(MOST_GROWTH);
    const range = `bytes=${400 * MIB}-${400 * MIB + 9}`;
    const part = await fetch(`${service.url}/api/v4/${target}`, { headers: { ...HEADERS, Range: range } });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes ${400 * MIB}-${400 * MIB + 9}/${BLOCKS * MIB}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(blockAt(400).subarray(0, 10));
  });
});
