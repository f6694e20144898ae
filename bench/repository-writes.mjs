// Commits by REST to one repository and over fifty, projects created beside them, and trigger calls.
// Run: npm run bench -- repository-writes
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cpuMillis } from './support/cpu.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
/** Code that has run this long is compiled: before, a call takes up to half as much again. */
const WARM_SECONDS = Number(process.env.BENCH_WARM_SECONDS ?? 20);
const CONNECTIONS = 16;
const REPOSITORIES = 50;
const TOKEN = 'bench-token-0123456789abcdef';
const port = Number(process.env.BENCH_PORT ?? 3987);
const agent = new Agent({ keepAlive: true });

const dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'));
const service = spawn(process.execPath, ['src/start.mjs'], {
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'ignore', 'inherit'],
});

try {
  await untilUp();
  const [one, ...many] = await inOrder(REPOSITORIES + 1, (at) => createProject(`bench-${at}`));
  const content = 'a: { script: make, rules: [{ if: $CI_PIPELINE_SOURCE == "trigger" }] }';
  await post(`projects/${one.id}/repository/files/.ci.yml`, { branch: 'main', commit_message: 'CI', content });
  const { token } = await post(`projects/${one.id}/triggers`, { description: 'bench' });
  let number = 0;
  const commitTo = ({ id }) => {
    number += 1;
    const actions = [{ action: 'create', file_path: `dir-${number % 20}/file-${number}.txt`, content: `${number}\n` }];
    return post(`projects/${id}/repository/commits`, { branch: 'main', commit_message: `Commit ${number}`, actions });
  };
  const commitToMany = (worker, at) => commitTo(many[(worker + at) % many.length]);
  await loop(CONNECTIONS, WARM_SECONDS, commitToMany);
  report('commits to one repository', await loop(CONNECTIONS, SECONDS, () => commitTo(one)));
  report('commits over 50', await loop(CONNECTIONS, SECONDS, commitToMany));
  const [commits, projects] = await Promise.all([
    loop(CONNECTIONS, SECONDS, (worker, at) => (worker === 0 ? commitTo(one) : commitToMany(worker, at))),
    loop(2, SECONDS, () => createProject(`more-${(number += 1)}`)),
  ]);
  report('projects created beside commits', projects);
  report('commits beside projects', commits);
  report('projects created alone', await loop(2, SECONDS / 2, () => createProject(`alone-${(number += 1)}`)));
  const trigger = () => post(`projects/${one.id}/trigger/pipeline`, { ref: 'main', token }, {});
  await loop(CONNECTIONS, WARM_SECONDS / 2, trigger);
  report('trigger calls', await loop(CONNECTIONS, SECONDS, trigger));
} finally {
  agent.destroy();
  service.kill('SIGTERM');
  await new Promise((resolve) => (service.exitCode === null ? service.once('exit', resolve) : resolve()));
  rmSync(dataDir, { recursive: true, force: true });
}

function report(name, { times, seconds, cpu }) {
  times.sort((a, b) => a - b);
  const at = (share) => (times[Math.floor(times.length * share)] ?? 0).toFixed(0);
  const perSecond = (times.length / seconds).toFixed(0);
  const each = (cpu / times.length).toFixed(1);
  console.log(`${name}: ${perSecond}/s, median ${at(0.5)} ms, p95 ${at(0.95)} ms (CPU of the service ${each} ms each)`);
}

async function loop(workers, seconds, work) {
  const times = [];
  const start = performance.now();
  const before = cpuMillis(service.pid);
  const end = start + seconds * 1000;
  const run = async (worker) => {
    for (let at = 0; performance.now() < end; at += 1) {
      const begun = performance.now();
      await work(worker, at);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => run(worker)));
  return { times, seconds: (performance.now() - start) / 1000, cpu: cpuMillis(service.pid) - before };
}

async function inOrder(count, work) {
  const made = [];
  for (let at = 0; at < count; at += 1) {
    made.push(await work(at));
  }
  return made;
}

function createProject(name) {
  return post('projects', { path: name, initialize_with_readme: true });
}

function post(target, body, headers = { 'PRIVATE-TOKEN': TOKEN }) {
  const text = JSON.stringify(body);
  const sent = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), ...headers };
  return new Promise((resolve, reject) => {
    const options = { agent, host: '127.0.0.1', port, path: `/api/v4/${target}`, method: 'POST', headers: sent };
    const request = httpRequest(options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const answer = Buffer.concat(chunks).toString();
        if (response.statusCode === 201) {
          resolve(JSON.parse(answer));
        } else {
          reject(new Error(`POST ${target}: ${response.statusCode} ${answer}`));
        }
      });
    });
    request.once('error', reject);
    request.end(text);
  });
}

async function untilUp() {
  for (let round = 0; round < 600; round += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/-/readiness`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The service did not come up.');
}
