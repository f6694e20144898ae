// Pipelines per second by trigger tokens, and jobs per second that runners take and finish.
// Run: npm run bench -- triggers
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cpuMillis } from './support/cpu.mjs';

const ROUNDS = 3;
const SECONDS = 5;
const CALLERS = 8;
const RUNNERS = 8;
const TOKEN = 'bench-token-0123456789abcdef';
const port = 3978;
const api = `http://127.0.0.1:${port}/api/v4`;

const dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'));
const service = spawn(process.execPath, ['src/start.mjs'], {
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'warn' },
  stdio: 'inherit',
});

try {
  await untilUp(`${api}/projects`);
  const project = await post('projects', { path: 'bench', initialize_with_readme: true });
  const content = 'a: { stage: build, script: make }\nb: { script: test }\nc: { stage: deploy, script: deploy }';
  await post(`projects/${project.id}/repository/files/.ci.yml`, {
    branch: 'main',
    commit_message: 'CI [skip ci]',
    content,
  });
  const trigger = await post(`projects/${project.id}/triggers`, { description: 'bench' });
  const registration = (await request('GET', `projects/${project.id}`)).runners_token;
  const runners = await Promise.all(Array.from({ length: RUNNERS }, () => post('runners', { token: registration })));
  const start = () => post(`projects/${project.id}/trigger/pipeline`, { ref: 'main', token: trigger.token }, {});
  await perSecond(CALLERS, 2, start);
  for (let round = 1; round <= ROUNDS; round++) {
    const before = cpuMillis(service.pid);
    const made = await perSecond(CALLERS, SECONDS, start);
    const cpu = (cpuMillis(service.pid) - before) / (made * SECONDS);
    const ran = await perSecond(RUNNERS, SECONDS, (worker) => runJob(runners[worker]));
    console.log(
      `round ${round}: ${made.toFixed(0)} pipelines of 3 jobs/s triggered (CPU of the service ` +
        `${cpu.toFixed(1)} ms each), ${ran.toFixed(0)} jobs/s run`,
    );
  }
} finally {
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}

/** So many at once, for so many seconds; answers how many calls ended per second. */
async function perSecond(workers, seconds, work) {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const loop = async (worker) => {
    while (performance.now() < end) {
      const answer = await work(worker);
      done += answer === null ? 0 : 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => loop(worker)));
  return done / seconds;
}

async function runJob({ token }) {
  const job = await post('jobs/request', { token }, {});
  if (!job) {
    return null;
  }
  const log = 'some words\n'.repeat(20);
  const headers = { 'JOB-TOKEN': job.token, 'Content-Range': `0-${log.length - 1}`, 'Content-Type': 'text/plain' };
  await request('PATCH', `jobs/${job.id}/trace`, log, headers);
  await request('PUT', `jobs/${job.id}`, JSON.stringify({ token: job.token, state: 'success' }), {
    'Content-Type': 'application/json',
  });
  return job;
}

function post(target, body, headers = { 'PRIVATE-TOKEN': TOKEN }) {
  return request('POST', target, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers });
}

async function request(method, target, body, headers = { 'PRIVATE-TOKEN': TOKEN }) {
  const response = await fetch(`${api}/${target}`, { method, body, headers });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${method} ${target}: ${response.status} ${text}`);
  }
  return text === '' ? null : JSON.parse(text);
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
