// Storage moves of one repository of 1 GB and of 1,000 small ones, beside what an administrator would do by hand: for each
// repository `git clone --mirror` to the other directory and `git fsck --connectivity-only` there, one after another.
// Run: npm run bench -- storage-moves   (needs `git`, and 5 GB of disk below TMPDIR)
//      MOVES_LARGE_MB=1000 MOVES_SMALL=1000 MOVES_CONCURRENCY=2 are the defaults.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const TOKEN = 'a-token-of-the-benchmark';
const PORT = 3943;
const API = `http://127.0.0.1:${PORT}/api/v4`;
const LARGE_MB = Number(process.env.MOVES_LARGE_MB ?? 1000);
const SMALL = Number(process.env.MOVES_SMALL ?? 1000);
const CONCURRENCY = process.env.MOVES_CONCURRENCY ?? '2';
const MEGABYTE = 1_000_000;
const STORAGES = ['default', 'second'];

const work = mkdtempSync(path.join(tmpdir(), 'slipway-bench-moves-'));
const run = promisify(execFile);
const git = (...args) =>
  run('git', args, {
    cwd: work,
    env: {
      PATH: process.env.PATH,
      HOME: work,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Bench',
      GIT_AUTHOR_EMAIL: 'bench@example.com',
      GIT_COMMITTER_NAME: 'Bench',
      GIT_COMMITTER_EMAIL: 'bench@example.com',
    },
  });
const remote = (name) => `http://root:${TOKEN}@127.0.0.1:${PORT}/root/${name}.git`;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const service = start();
try {
  await untilUp();
  await large();
  await small();
} finally {
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  rmSync(work, { recursive: true, force: true });
}

async function large() {
  await git('init', '-q', '-b', 'main', 'large');
  const megabytes = Math.ceil(LARGE_MB / 10);
  for (let file = 0; file < 10; file++) {
    writeRandom(path.join(work, 'large', `file-${file}`), megabytes);
  }
  await git('-C', 'large', 'add', '.');
  await git('-C', 'large', 'commit', '-q', '-m', 'Files');
  const { id } = await call('POST', 'projects', { path: 'large' });
  await git('-C', 'large', 'push', '-q', remote('large'), 'main');
  rmSync(path.join(work, 'large'), { recursive: true });
  const directory = await directoryOf(id, 'default');
  const moved = await ended(`projects/${id}/repository_storage_moves`, () =>
    call('POST', `projects/${id}/repository_storage_moves`, { destination_storage_name: 'second' }),
  );
  const window = secondsBetween(moved.created_at, moved.finished_at);
  const bytes = moved.progress.total;
  const handed = await byHand('large-by-hand', [directory.replace('/default/', '/second/')]);
  const [ours, theirs] = [bytes / MEGABYTE / window, bytes / MEGABYTE / handed];
  console.log(`one repository of ${Math.round(bytes / MEGABYTE)} MB: read-only for ${window.toFixed(1)} s`);
  console.log(
    `  ${ours.toFixed(0)} MB/s beside ${theirs.toFixed(0)} MB/s: ratio ${(ours / theirs).toFixed(2)} (aim 0.8)`,
  );
}

async function small() {
  const directories = [];
  for (let index = 0; index < SMALL; index++) {
    const fields = { path: `small-${index}`, initialize_with_readme: true };
    directories.push(await directoryOf((await call('POST', 'projects', fields)).id, 'default'));
  }
  const handed = await byHand('small-by-hand', directories);
  const order = { source_storage_name: 'default', destination_storage_name: 'second' };
  const { operation } = await call('POST', 'project_repository_storage_moves', order);
  const bulk = await ended('operations', () => operation);
  const seconds = secondsBetween(bulk.started_at, bulk.finished_at);
  const [ours, theirs] = [SMALL / seconds, SMALL / handed];
  console.log(`${SMALL} small repositories, ${bulk.result.finished} finished, ${bulk.result.failed} failed`);
  console.log(`  ${ours.toFixed(1)}/s beside ${theirs.toFixed(1)}/s: ratio ${(ours / theirs).toFixed(2)} (aim 2)`);
  console.log(`  longest read-only window: ${(await longestWindow()).toFixed(1)} s`);
}

/**
 * Seconds for copies of these directories, compared as far as git does it. The copies stay: a file system that has just
 * removed as many files makes new ones more slowly for a while.
 */
async function byHand(name, directories) {
  const started = performance.now();
  for (const [index, directory] of directories.entries()) {
    await git('clone', '-q', '--mirror', '--no-local', directory, `${name}/${index}.git`);
    await git('-C', `${name}/${index}.git`, 'fsck', '--connectivity-only', '--no-dangling', '--no-progress');
  }
  return (performance.now() - started) / 1000;
}

async function longestWindow() {
  let longest = 0;
  for (let page = 1; ; page++) {
    const moves = await call('GET', `project_repository_storage_moves?per_page=100&page=${page}`);
    const own = moves.filter(({ project }) => project.name.startsWith('small-'));
    longest = Math.max(longest, ...own.map((move) => secondsBetween(move.created_at, move.finished_at)));
    if (moves.length < 100) {
      return longest;
    }
  }
}

async function directoryOf(id, storage) {
  const { disk_path: diskPath } = await call('GET', `projects/${id}/storage`);
  const directory = path.join(work, storage, `${diskPath}.git`);
  if (!existsSync(directory)) {
    throw new Error(`${directory} is not there`);
  }
  return directory;
}

function writeRandom(file, megabytes) {
  const handle = openSync(file, 'w');
  for (let written = 0; written < megabytes; written++) {
    writeSync(handle, randomBytes(MEGABYTE));
  }
  closeSync(handle);
}

async function ended(list, begin) {
  const { id } = await begin();
  for (;;) {
    const now = await call('GET', `${list}/${id}`);
    if (now.finished_at !== null) {
      return now;
    }
    await sleep(100);
  }
}

function secondsBetween(from, to) {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}

async function call(method, target, body) {
  const answer = await fetch(`${API}/${target}`, {
    method,
    headers: { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) {
    throw new Error(`${method} ${target}: ${answer.status} ${await answer.text()}`);
  }
  return answer.json();
}

function start() {
  return spawn(process.execPath, ['src/start.mjs', 'serve'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'warn',
      ADMIN_TOKEN: TOKEN,
      DATA_DIR: path.join(work, 'data'),
      PORT: String(PORT),
      STORAGE_MOVE_CONCURRENCY: CONCURRENCY,
      STORAGES: STORAGES.map((name) => `${name}=${path.join(work, name)}`).join(','),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilUp() {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/-/readiness`).catch(() => null);
    if (answer?.ok) {
      return;
    }
    await sleep(100);
  }
  throw new Error('the service does not answer');
}
