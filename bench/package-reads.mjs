// npm beside Verdaccio: metadata of a package with 100 versions, a tarball, publishing; then the simple index of a Python
// package with 1,000 files, and what publishing 360 MiB to npm adds to memory.
// Run: npm run bench -- package-reads   (needs `wrk`, and VERDACCIO: the path of its program, 6.0.5 was compared)
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median } from './support/median.mjs';
import { untilUp } from './support/until-up.mjs';
import { needPrograms } from './support/need-programs.mjs';

needPrograms('wrk');

const OURS = 'http://127.0.0.1:3983';
const THEIRS = 'http://127.0.0.1:3984';
const TOKEN = 'bench-token-0123456789abcdef';
const NAME = 'bench-package';
const VERSIONS = 100;
const FILES = 1000;
const LARGE_BYTES = 360 * 1024 * 1024; // the longest text that this client can make of it
const ROUNDS = 3;
const SECONDS = 4;
const HEADERS = { 'PRIVATE-TOKEN': TOKEN };

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'));
const slipway = spawn(process.execPath, ['src/start.mjs'], {
  env: {
    ...process.env,
    PORT: new URL(OURS).port,
    DATA_DIR: path.join(dir, 'ours'),
    ADMIN_TOKEN: TOKEN,
    LOG_LEVEL: 'warn',
  },
  stdio: 'ignore',
});
const verdaccio = spawn(process.execPath, [process.env.VERDACCIO ?? 'verdaccio', '--config', configIn(dir)], {
  stdio: 'ignore',
});
try {
  await Promise.all([untilUp(`${OURS}/-/readiness`), untilUp(`${THEIRS}/-/ping`)]);
  const { id } = await (await send(`${OURS}/api/v4/projects`, 'POST', { path: 'bench' })).json();
  const npm = `${OURS}/api/v4/projects/${id}/packages/npm`;
  await comparePublishing(npm);
  await compareReads(npm, `/${NAME}`, 'metadata of 100 versions');
  await compareReads(npm, `/${NAME}/-/${NAME}-1.50.0.tgz`, 'tarball of 50 KB');
  await measureSimpleIndex(`${OURS}/api/v4/projects/${id}/packages/pypi`);
  await measureLargePublish(npm);
} finally {
  verdaccio.kill();
  slipway.kill('SIGTERM');
  await new Promise((resolve) => slipway.once('exit', resolve));
  rmSync(dir, { recursive: true, force: true });
}

async function comparePublishing(npm) {
  const tarball = randomBytes(50_000);
  const times = { ours: [], theirs: [] };
  for (let n = 0; n < VERSIONS; n++) {
    const document = publication(`1.${n}.0`, tarball);
    times.ours.push(await millisOf(() => send(`${npm}/${NAME}`, 'PUT', document)));
    times.theirs.push(await millisOf(() => send(`${THEIRS}/${NAME}`, 'PUT', document)));
  }
  const [ours, theirs] = [median(times.ours), median(times.theirs)];
  console.log(`publish: ${ours.toFixed(1)} beside ${theirs.toFixed(1)} ms (${(theirs / ours).toFixed(2)} x)`);
}

async function compareReads(npm, target, what) {
  const ratios = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const [ours, theirs] = [measure(npm + target), measure(THEIRS + target)];
    ratios.push(ours / theirs);
    console.log(`round ${round}: ${ours.toFixed(0)} beside ${theirs.toFixed(0)} requests/s  ${what}`);
  }
  console.log(`median ratio ${median(ratios).toFixed(2)}`);
}

async function measureSimpleIndex(pypi) {
  for (let n = 0; n < FILES; n++) {
    const form = new FormData();
    form.append('name', NAME);
    form.append('version', `1.${n}`);
    form.append('requires_python', '>=3.8');
    form.append('content', new Blob([`file ${n}`]), `${NAME}-1.${n}.tar.gz`);
    await fetch(pypi, { method: 'POST', headers: HEADERS, body: form });
  }
  const times = [];
  for (let n = 0; n < 60; n++) {
    times.push(await millisOf(() => fetch(`${pypi}/simple/${NAME}`, { headers: HEADERS })));
  }
  console.log(
    `simple index of ${FILES} files: ${median(times).toFixed(1)} ms, ${measure(`${pypi}/simple/${NAME}`).toFixed(0)} requests/s`,
  );
}

async function measureLargePublish(npm) {
  const tarball = randomBytes(LARGE_BYTES);
  const document = JSON.stringify(publication('2.0.0', tarball));
  const before = memoryOf();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf())), 50);
  const millis = await millisOf(() => put(`${npm}/large`, document.replaceAll(NAME, 'large')));
  clearInterval(watch);
  console.log(`publish of 360 MiB: ${(millis / 1000).toFixed(1)} s, memory ${before} to ${peak} MB at most`);
}

function publication(version, tarball) {
  const digest = (algorithm) => createHash(algorithm).update(tarball);
  const integrity = `sha512-${digest('sha512').digest('base64')}`;
  const dist = {
    shasum: digest('sha1').digest('hex'),
    integrity,
    tarball: `${THEIRS}/${NAME}/-/${NAME}-${version}.tgz`,
  };
  const dependencies = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`dependency-${n}`, `^${n}.0.0`]));
  const scripts = { build: 'tsc --project tsconfig.json', test: 'jest', lint: 'eslint .' };
  const manifest = { name: NAME, version, description: 'A package', keywords: ['a', 'b'], dependencies, scripts };
  return {
    _id: NAME,
    name: NAME,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, _id: `${NAME}@${version}`, license: 'MIT', dist } },
    _attachments: { [`${NAME}-${version}.tgz`]: { data: tarball.toString('base64'), length: tarball.length } },
  };
}

async function send(url, method, body) {
  const headers = { ...HEADERS, 'Content-Type': 'application/json' };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) {
    throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  }
  return answer;
}

function put(url, text) {
  const bytes = Buffer.from(text);
  return new Promise((resolve, reject) => {
    const headers = { ...HEADERS, 'Content-Type': 'application/json', 'Content-Length': bytes.length };
    const sent = request(url, { method: 'PUT', headers }, (answer) => {
      answer
        .resume()
        .once('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`))));
    });
    sent.once('error', reject);
    sent.end(bytes);
  });
}

async function millisOf(work) {
  const start = performance.now();
  const answer = await work();
  await answer?.text?.();
  return performance.now() - start;
}

function measure(url) {
  const report = execFileSync('wrk', ['-t1', '-c16', `-d${SECONDS}`, '-H', `PRIVATE-TOKEN: ${TOKEN}`, url], {
    encoding: 'utf8',
  });
  if (/Non-2xx/.test(report)) {
    throw new Error(report);
  }
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(report)[1]);
}

function memoryOf() {
  const status = readFileSync(`/proc/${slipway.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024);
}

function configIn(folder) {
  const file = path.join(folder, 'verdaccio.yml');
  writeFileSync(
    file,
    `storage: ${folder}/theirs\nlisten: ${new URL(THEIRS).host}\nlog: {type: stdout, level: fatal}\nmax_body_size: 1gb\n` +
      `packages: {'**': {access: $all, publish: $all}}\n`,
  );
  return file;
}
