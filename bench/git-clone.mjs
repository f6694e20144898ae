// Clones of a repository of about 50 MB, beside nginx + fcgiwrap + git-http-backend on the same machine and in turns.
// Run: npm run bench -- git-clone   (needs `git`, `nginx` and `fcgiwrap`, the Debian packages nginx-light and fcgiwrap)
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { needPrograms } from './support/need-programs.mjs';

needPrograms('git', 'nginx', 'fcgiwrap');

const TOKEN = 'a-token-of-the-benchmark';
const PORTS = { ours: 3941, theirs: 3942 };
const ROUNDS = 7;
const FILES = 500;
const BYTES = 100_000;

const work = mkdtempSync(path.join(tmpdir(), 'slipway-bench-git-'));
chmodSync(work, 0o755);
const children = [];
const git = (...args) =>
  execFileSync('git', args, {
    cwd: work,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: work, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
  });
const median = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

try {
  await startOurs();
  makeRepository();
  const ours = `http://root:${TOKEN}@127.0.0.1:${PORTS.ours}/root/bench.git`;
  git('-C', 'source', 'push', '-q', ours, 'main');
  await startTheirs();
  const theirs = `http://127.0.0.1:${PORTS.theirs}/bench.git`;
  const ratios = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [one, other] = [cloneSeconds(ours), cloneSeconds(theirs)];
    if (round > 0) {
      ratios.push(other / one);
      console.log(`round ${round}: ${one.toFixed(2)} s beside ${other.toFixed(2)} s`);
    }
  }
  console.log(`median ratio ${median(ratios).toFixed(2)} (aim 0.9)`);
} finally {
  children.reverse().forEach((child) => child.kill('SIGTERM'));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  rmSync(work, { recursive: true, force: true });
}

function cloneSeconds(url) {
  const started = performance.now();
  git('clone', '-q', '--bare', url, 'copy');
  const seconds = (performance.now() - started) / 1000;
  rmSync(path.join(work, 'copy'), { recursive: true });
  return seconds;
}

function makeRepository() {
  git('init', '-q', '-b', 'main', 'source');
  for (let file = 0; file < FILES; file++) {
    writeFileSync(path.join(work, 'source', `file-${file}`), randomBytes(BYTES));
  }
  git('-C', 'source', 'add', '.');
  git('-C', 'source', '-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '-q', '-m', 'Files');
}

async function startOurs() {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', ADMIN_TOKEN: TOKEN };
  const child = spawn(process.execPath, ['src/start.mjs', 'serve'], {
    env: { ...env, DATA_DIR: path.join(work, 'data'), PORT: String(PORTS.ours) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  await until(`http://127.0.0.1:${PORTS.ours}/-/health`);
  const answer = await fetch(`http://127.0.0.1:${PORTS.ours}/api/v4/projects`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' },
    body: JSON.stringify({ path: 'bench' }),
  });
  if (answer.status !== 201) {
    throw new Error(`no project: ${answer.status}`);
  }
}

/** The same packs, served without authentication. */
async function startTheirs() {
  mkdirSync(path.join(work, 'theirs'));
  git('clone', '-q', '--bare', `http://root:${TOKEN}@127.0.0.1:${PORTS.ours}/root/bench.git`, 'theirs/bench.git');
  writeFileSync(path.join(work, 'theirs/bench.git/git-daemon-export-ok'), '');
  const socket = path.join(work, 'fcgi.sock');
  children.push(spawn('fcgiwrap', ['-c', '2', '-s', `unix:${socket}`], { stdio: 'ignore' }));
  const conf = path.join(work, 'nginx.conf');
  writeFileSync(
    conf,
    `daemon off; pid ${work}/nginx.pid; error_log /dev/null; worker_processes 2; user root;
     events {} http { access_log off; client_max_body_size 0; client_body_temp_path ${work}/body; fastcgi_temp_path ${work}/fcgi;
     proxy_temp_path ${work}/p; uwsgi_temp_path ${work}/u; scgi_temp_path ${work}/s;
     server { listen 127.0.0.1:${PORTS.theirs}; location / { fastcgi_pass unix:${socket}; fastcgi_buffering off;
     fastcgi_param SCRIPT_FILENAME /usr/lib/git-core/git-http-backend; fastcgi_param GIT_PROJECT_ROOT ${work}/theirs;
     fastcgi_param PATH_INFO $uri; fastcgi_param QUERY_STRING $query_string; fastcgi_param REQUEST_METHOD $request_method;
     fastcgi_param CONTENT_TYPE $content_type; fastcgi_param CONTENT_LENGTH $content_length;
     fastcgi_param HTTP_CONTENT_ENCODING $http_content_encoding; fastcgi_param GIT_PROTOCOL $http_git_protocol;
     fastcgi_param GIT_CONFIG_COUNT 1; fastcgi_param GIT_CONFIG_KEY_0 safe.directory; fastcgi_param GIT_CONFIG_VALUE_0 *; } } }`,
  );
  children.push(spawn('nginx', ['-c', conf], { stdio: 'ignore' }));
  await until(`http://127.0.0.1:${PORTS.theirs}/bench.git/info/refs?service=git-upload-pack`);
}

async function until(url) {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.status === 200) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}
