// Four kinds of hostile clients beside ordinary readers, for three minutes: does the service stay up and quick?
// Run: npm run bench -- soak
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SECONDS = Number(process.env.SOAK_SECONDS ?? 180);
const READERS = 16;
const READ_PAUSE_MS = 50;
const TOKEN = 'bench-token-0123456789abcdef';
const port = 3979;
const api = `http://127.0.0.1:${port}/api/v4`;
const agent = { 'PRIVATE-TOKEN': TOKEN };

const dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-soak-'));
const service = spawn(process.execPath, ['src/start.mjs'], {
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
let restarts = 0;
let failures = 0;
let peak = 0;
const counts = {};
service.once('exit', () => (restarts += 1));

try {
  await untilUp();
  const project = await prepare();
  const reads = [
    'projects?per_page=20',
    'user',
    `projects/${project.id}`,
    `projects/${project.id}/repository/tree`,
    `projects/${project.id}/pipelines`,
    'groups',
  ];
  await readFor(10, reads);
  const before = residentMiB();
  const end = performance.now() + SECONDS * 1000;
  const attacks = attackers(project.id);
  const [times] = await Promise.all([
    readFor(SECONDS, reads),
    ...Object.entries(attacks).map(([name, attack]) => repeat(name, attack, end)),
  ]);
  await sleep(45_000); // threads and connections that idle have ended
  await readFor(5, reads);
  const after = residentMiB();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)]?.toFixed(0);
  console.log(`restarts ${restarts}; ordinary reads ${times.length}, failed ${failures}`);
  console.log(`ordinary reads: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, longest ${at(0.9999)} ms`);
  console.log(`resident memory: ${before} MiB before, ${peak} MiB at most, ${after} MiB afterwards`);
  console.log(`hostile requests: ${JSON.stringify(counts)}`);
} finally {
  service.kill('SIGTERM');
  await new Promise((resolve) => (service.exitCode === null ? service.once('exit', resolve) : resolve()));
  rmSync(dataDir, { recursive: true, force: true });
}

function attackers(projectId) {
  const nested = `a: ${'['.repeat(20_000)}`;
  const aliases = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    .concat(Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(', ')}]`))
    .join('\n');
  const names = Array.from({ length: 25_000 }, (_, at) => `n${at}=1`).join('&');
  const boundary = 'x';
  const parts = Array.from(
    { length: 100_000 },
    (_, at) => `--${boundary}\r\nContent-Disposition: form-data; name="p${at}"\r\n\r\n1\r\n`,
  ).join('');
  const lint = (content) => () =>
    post(`projects/${projectId}/ci/lint`, JSON.stringify({ content }), 'application/json');
  return {
    definitions: alternately(lint(nested), lint(aliases)),
    forms: () => post('/oauth/token', names, 'application/x-www-form-urlencoded', {}),
    multipart: () =>
      post('/oauth/token', `${parts}--${boundary}--\r\n`, `multipart/form-data; boundary=${boundary}`, {}),
    trickle,
  };
}

function alternately(...attacks) {
  let turn = 0;
  return () => attacks[turn++ % attacks.length]();
}

/** Announces a large body, sends some of it, and then a byte now and then. */
function trickle() {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.on('close', () => resolve('closed'));
    socket.write('POST /users/sign_in HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n');
    socket.write(`Content-Length: 9000000\r\n\r\n${'a'.repeat(1_000_000)}`);
    const drip = setInterval(() => socket.write('a'), 500);
    setTimeout(() => {
      clearInterval(drip);
      socket.destroy();
    }, 20_000);
  });
}

async function repeat(name, attack, end) {
  const one = async () => {
    while (performance.now() < end) {
      const outcome = await attack().catch((error) => error.code ?? error.message);
      const key = `${name} ${outcome}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
  };
  await Promise.all([one(), one()]);
}

async function readFor(seconds, reads) {
  const end = performance.now() + seconds * 1000;
  const times = [];
  const loop = async (reader) => {
    for (let at = reader; performance.now() < end; at += 1) {
      const start = performance.now();
      const status = await get(reads[at % reads.length]).catch((error) => error.code);
      times.push(performance.now() - start);
      failures += status === 200 ? 0 : 1;
      peak = Math.max(peak, residentMiB());
      await sleep(READ_PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: READERS }, (_, reader) => loop(reader)));
  return times;
}

async function prepare() {
  const project = await json('projects', { path: 'soak', initialize_with_readme: true });
  await json(`projects/${project.id}/repository/files/.ci.yml`, {
    branch: 'main',
    commit_message: 'CI',
    content: 'build: { script: make }',
  });
  for (let at = 0; at < 50; at += 1) {
    await json('groups', { name: `g${at}`, path: `g${at}` });
  }
  return project;
}

async function json(target, body) {
  const response = await fetch(`${api}/${target}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...agent, 'Content-Type': 'application/json' },
  });
  if (!response.ok) {
    throw new Error(`${target}: ${response.status} ${await response.text()}`);
  }
  return response.json();
}

async function get(target) {
  const response = await fetch(`${api}/${target}`, { headers: agent });
  await response.text();
  return response.status;
}

/** Answers the status; a closed connection is an outcome, too. */
function post(target, body, type, headers = agent) {
  return new Promise((resolve, reject) => {
    const pathname = target.startsWith('/') ? target : `/api/v4/${target}`;
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path: pathname,
        method: 'POST',
        headers: { ...headers, 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) },
      },
      (response) => {
        response.resume();
        response.once('close', () => resolve(response.statusCode));
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

function residentMiB() {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'));
  return Math.round(Number(line[1]) / 1024);
}

function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function untilUp() {
  for (let round = 0; round < 600; round += 1) {
    if (
      await get('projects').then(
        (status) => status === 200,
        () => false,
      )
    ) {
      return;
    }
    await sleep(100);
  }
  throw new Error('The service did not come up.');
}
