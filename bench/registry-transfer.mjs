// MB/s of pushing and pulling one large blob: Slipway beside Debian's docker-registry, in turn, on the same disk.
// Run: npm run bench -- registry-transfer   (BLOB_MIB and ROUNDS in the environment change its size)
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { median } from './support/median.mjs';
import { bearer, OURS, post, THEIRS, withRegistries } from './support/registries.mjs';
import { needPrograms } from './support/need-programs.mjs';

needPrograms('docker-registry');

const MIB = 1024 * 1024;
const BLOB_MIB = Number(process.env.BLOB_MIB ?? 512);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const NAME = 'root/bench';

const chunk = randomBytes(MIB);

await withRegistries(async ({ slipway, dir }) => {
  await post('/projects', { path: 'bench' });
  touchMemory(dir);
  const before = residentMib(slipway);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentMib(slipway))), 50);
  slipway.once('exit', () => clearInterval(watch));
  const ratios = { push: [], pull: [] };
  for (let round = 1; round <= ROUNDS; round++) {
    const ours = await transfer(OURS, await bearer(NAME), round);
    const theirs = await transfer(THEIRS, {}, round);
    ratios.push.push(ours.push / theirs.push);
    ratios.pull.push(ours.pull / theirs.pull);
    console.log(
      `round ${round}: push ${ours.push.toFixed(0)} beside ${theirs.push.toFixed(0)} MB/s, pull ${ours.pull.toFixed(0)} beside ${theirs.pull.toFixed(0)} MB/s`,
    );
  }
  clearInterval(watch);
  console.log(`median ratio push ${median(ratios.push).toFixed(2)}, pull ${median(ratios.pull).toFixed(2)}`);
  console.log(`resident memory of the service: ${before.toFixed(0)} MiB before, ${peak.toFixed(0)} MiB at most`);
});

/** A virtual machine is slow to hand out memory that it has not used yet: both write into a page cache that it has. */
function touchMemory(dir) {
  const file = path.join(dir, 'touched');
  const handle = openSync(file, 'w');
  for (let written = 0; written < 2 * ROUNDS * BLOB_MIB; written++) {
    writeSync(handle, chunk);
  }
  closeSync(handle);
  rmSync(file);
}

async function transfer(base, headers, round) {
  const content = { round, digest: digestOf(round) };
  const started = performance.now();
  const opened = await send('POST', `${base}/v2/${NAME}/blobs/uploads/`, headers);
  const patched = await send('PATCH', absolute(base, opened.headers.location), headers, content);
  const target = new URL(absolute(base, patched.headers.location));
  target.searchParams.set('digest', content.digest);
  const { status } = await send('PUT', target.href, headers);
  const pushed = performance.now();
  const pulled = await send('GET', `${base}/v2/${NAME}/blobs/${content.digest}`, headers);
  const ended = performance.now();
  if (status !== 201 || pulled.bytes !== BLOB_MIB * MIB) {
    throw new Error(`transfer failed at ${base}: ${status}, ${pulled.bytes} bytes`);
  }
  const rate = (ms) => (BLOB_MIB * 1.048576) / (ms / 1000);
  return { push: rate(pushed - started), pull: rate(ended - pushed) };
}

function pieceOf(round, index) {
  chunk.writeUInt32LE(round * 100_000 + index, 0);
  return chunk;
}

function digestOf(round) {
  const hash = createHash('sha256');
  for (let index = 0; index < BLOB_MIB; index++) {
    hash.update(pieceOf(round, index));
  }
  return `sha256:${hash.digest('hex')}`;
}

function send(method, url, headers, content) {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: { ...headers, ...(content ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': 0 }) },
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let bytes = 0;
      answer.on('data', (piece) => (bytes += piece.length));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, bytes }));
    });
    if (content) {
      write(sent, content.round).catch(reject);
    } else {
      sent.end();
    }
  });
}

async function write(sent, round) {
  for (let index = 0; index < BLOB_MIB; index++) {
    if (!sent.write(Buffer.from(pieceOf(round, index)))) {
      await new Promise((resolve) => sent.once('drain', resolve));
    }
  }
  sent.end();
}

function absolute(base, location) {
  return new URL(location, base).href;
}

function residentMib({ pid }) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}
