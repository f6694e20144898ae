// Requests per second of `GET /projects` with a token, 100,000 projects: the product beside a bare node:http + pg server.
// Run: npm run bench -- projects-list   (needs `wrk`, the Debian package)
import { execFileSync, fork, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { cpuMillis } from './support/cpu.mjs';
import { needPrograms } from './support/need-programs.mjs';

needPrograms('wrk');

const PROJECTS = 100_000;
const ROUNDS = 3;
const SECONDS = 6;
const TOKEN = 'bench-token-0123456789abcdef';
const [servicePort, barePort] = [3971, 3972];

const dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'));
const service = spawn(process.execPath, ['src/start.mjs'], {
  env: { ...process.env, PORT: String(servicePort), DATA_DIR: dataDir, ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'warn' },
  stdio: 'inherit',
});

let bare;
try {
  await untilUp(`http://127.0.0.1:${servicePort}/api/v4/projects`);
  const connection = await connectionOf(dataDir);
  await seed(connection);
  bare = fork(path.join(import.meta.dirname, 'bare-list-server.mjs'), [JSON.stringify({ connection, port: barePort })]);
  await new Promise((resolve) => bare.once('message', resolve));
  measure(servicePort, 2);
  measure(barePort, 2);
  const ratios = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const ours = withCpu(service, () => measure(servicePort, SECONDS));
    const theirs = withCpu(bare, () => measure(barePort, SECONDS));
    ratios.push(ours.perSecond / theirs.perSecond);
    const figures = [ours, theirs].map(
      ({ perSecond, cpu }) => `${perSecond.toFixed(0)}/s (${cpu.toFixed(3)} ms CPU each)`,
    );
    const [byTime, byCpu] = [ours.perSecond / theirs.perSecond, theirs.cpu / ours.cpu].map((ratio) => ratio.toFixed(2));
    console.log(`round ${round}: slipway ${figures[0]}, bare ${figures[1]}, ratio ${byTime}, by CPU ${byCpu}`);
  }
  console.log(`median ratio ${ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)].toFixed(2)}`);
} finally {
  bare?.kill();
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}

function measure(port, seconds) {
  const target = `http://127.0.0.1:${port}/api/v4/projects`;
  const report = execFileSync('wrk', ['-t1', '-c16', `-d${seconds}`, '-H', `PRIVATE-TOKEN: ${TOKEN}`, target], {
    encoding: 'utf8',
  });
  if (/Non-2xx/.test(report)) {
    throw new Error(report);
  }
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(report)[1]);
}

/** Answers per second, and the CPU time that the process spent on each in milliseconds. */
function withCpu({ pid }, work) {
  const before = cpuMillis(pid);
  const perSecond = work();
  return { perSecond, cpu: (cpuMillis(pid) - before) / (perSecond * SECONDS) };
}

async function untilUp(url) {
  for (let round = 0; round < 600; round++) {
    const up = await fetch(url).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (up) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The service did not come up.');
}

async function connectionOf(directory) {
  const { startEmbeddedPostgres } = await import('../dist/platform/database/embedded/embedded-postgres.js');
  return (await startEmbeddedPostgres({ dataDir: directory })).connection; // adopts the running server
}

async function seed(connection) {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(
    `with made as (
       insert into projects (namespace_id, name, path, visibility, default_branch, creator_id, created_at)
       select 1, 'Project ' || i, 'project-' || i, 'private', 'main', 1, now() - i * interval '1 second'
       from generate_series(1, $1::int) i returning id, path)
     insert into routes (path, project_id) select 'root/' || path, id from made`,
    [PROJECTS],
  );
  await client.query('insert into members (project_id, user_id, level) select id, 1, 50 from projects');
  await client.query('vacuum analyze');
  await client.end();
}
