// MB/s of pushing and pulling one large blob: Slipway beside Debian's docker-registry, in turn, on the same disk.
// Run: npm run bench -- registry-transfer   (needs `docker-registry`, the Debian package)
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MIB = 1024 * 1024;
const BLOB_MIB = Number(process.env.BLOB_MIB ?? 512);
const ROUNDS = 3;
const TOKEN = 'bench-token-0123456789abcdef';
const OURS = 'http://127.0.0.1:3973';
const THEIRS = 'http://127.0.0.1:3974';

const chunk = randomBytes(MIB);
const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'));
const config = path.join(dir, 'registry.yml');
writeFileSync(
  config,
  `version: 0.1\nlog: {level: error}\nstorage: {filesystem: {rootdirectory: ${dir}/theirs}, delete: {enabled: true}}\nhttp: {addr: 127.0.0.1:3974}\n`,
);
const slipway = spawn(process.execPath, ['src/start.mjs'], {
  env: { ...process.env, PORT: '3973', DATA_DIR: path.join(dir, 'ours'), ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'warn' },
  stdio: 'ignore',
});
const docker = spawn('docker-registry', ['serve', config], { stdio: 'ignore' });

try {
  await Promise.all([untilUp(`${OURS}/-/readiness`), untilUp(`${THEIRS}/v2/`)]);
  await api('/projects', { path: 'bench' });
  const before = residentMib();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentMib())), 50);
  const ratios = { push: [], pull: [] };
  for (let round = 1; round <= ROUNDS; round++) {
    const ours = await transfer(OURS, 'root/bench', await bearer(), round);
    const theirs = await transfer(THEIRS, 'root/bench', {}, round);
    ratios.push.push(ours.push / theirs.push);
    ratios.pull.push(ours.pull / theirs.pull);
    console.log(
      `round ${round}: push ${ours.push.toFixed(0)} beside ${theirs.push.toFixed(0)} MB/s, pull ${ours.pull.toFixed(0)} beside ${theirs.pull.toFixed(0)} MB/s`,
    );
  }
  clearInterval(watch);
  console.log(`median ratio push ${median(ratios.push)}, pull ${median(ratios.pull)}`);
  console.log(`resident memory of the service: ${before.toFixed(0)} MiB before, ${peak.toFixed(0)} MiB at most`);
} finally {
  docker.kill();
  slipway.kill('SIGTERM');
  await new Promise((resolve) => slipway.once('exit', resolve));
  rmSync(dir, { recursive: true, force: true });
}

async function transfer(base, name, headers, round) {
  const content = { round, digest: digestOf(round) };
  const started = performance.now();
  const opened = await send('POST', `${base}/v2/${name}/blobs/uploads/`, headers);
  const patched = await send('PATCH', absolute(base, opened.headers.location), headers, content);
  const target = new URL(absolute(base, patched.headers.location));
  target.searchParams.set('digest', content.digest);
  const { status } = await send('PUT', target.href, headers);
  const pushed = performance.now();
  const pulled = await send('GET', `${base}/v2/${name}/blobs/${content.digest}`, headers);
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

async function bearer() {
  const scope = 'repository:root/bench:pull,push';
  const basic = Buffer.from(`root:${TOKEN}`).toString('base64');
  const answer = await fetch(`${OURS}/jwt/auth?service=container_registry&scope=${scope}`, {
    headers: { Authorization: `Basic ${basic}` },
  });
  return { Authorization: `Bearer ${(await answer.json()).token}` };
}

async function api(target, body) {
  const headers = { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' };
  await fetch(`${OURS}/api/v4${target}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function untilUp(url) {
  for (let round = 0; round < 600; round++) {
    const up = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not come up.`);
}

function absolute(base, location) {
  return new URL(location, base).href;
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)].toFixed(2);
}

function residentMib() {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${slipway.pid}/status`, 'utf8'))[1]) / 1024;
}
