// Alerts per second that the receiver takes, each durable before its answer: one alert again and again, a thousand
// fingerprints, and new alerts; beside Alertmanager, which keeps them in memory. Then a storm of 100,000 alerts of 1,000
// fingerprints, and how long other routes take meanwhile.
// Run: npm run bench -- alerts   (needs Debian's prometheus-alertmanager for the comparison)
import { spawn, spawnSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cpuMillis } from './support/cpu.mjs';

const ROUNDS = 3;
const SECONDS = 4;
const SENDERS = 16;
const STORM = 100_000;
const STORM_SENDERS = 50;
const MANAGER = 'prometheus-alertmanager';
const MANAGER_PORT = 3976;
const TOKEN = 'bench-token-0123456789abcdef';
const port = 3979;
const api = `http://127.0.0.1:${port}/api/v4`;
const agent = new Agent({ keepAlive: true, maxSockets: STORM_SENDERS + 10 });

const dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'));
const service = spawn(process.execPath, ['src/start.mjs'], {
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'warn' },
  stdio: 'inherit',
});

const manager = startManager();
try {
  await untilUp(`${api}/projects`);
  const project = await post(`${api}/projects`, { path: 'bench' });
  const { url, token } = await post(`${api}/projects/${project.id}/alert_integrations`, { name: 'bench' });
  let sent = 0;
  const storms = [
    ['of one fingerprint', () => ({ title: 'Disk full', fingerprint: 'one' })],
    ['of 1,000 fingerprints', () => ({ title: 'Disk full', fingerprint: sent % 1000 })],
    ['of new fingerprints', () => ({ title: 'Disk full', fingerprint: `new ${sent}` })],
  ];
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, payload] of storms) {
      const before = cpuMillis(service.pid);
      const rate = await perSecond(async () => {
        sent += 1;
        await post(url, payload(), { Authorization: `Bearer ${token}` });
      });
      const cpu = (cpuMillis(service.pid) - before) / (rate * SECONDS);
      console.log(`round ${round}: ${rate.toFixed(0)} alerts/s ${name} (CPU of the service ${cpu.toFixed(2)} ms each)`);
    }
    if (manager) {
      const rate = await perSecond(async () => {
        sent += 1;
        await postToManager(sent);
      });
      console.log(`round ${round}: ${rate.toFixed(0)} alerts/s by Alertmanager, in memory`);
    }
  }
  await storm(project, { url, token });
} finally {
  manager?.kill('SIGTERM');
  agent.destroy();
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}

/** Everything but the storm goes on as on other days. */
async function storm(project, { url, token }) {
  const routes = [
    'projects',
    'user',
    `projects/${project.id}`,
    `projects/${project.id}/alert_management_alerts`,
    `projects/${project.id}/alert_management_alerts/status_counts`,
  ];
  const times = [];
  let left = STORM;
  const start = performance.now();
  const send = async () => {
    while (left > 0) {
      left -= 1;
      await post(
        url,
        { title: 'Disk full', fingerprint: `storm ${left % 1000}` },
        { Authorization: `Bearer ${token}` },
      );
    }
  };
  const watch = async () => {
    for (let at = 0; left > 0; at += 1) {
      const begun = performance.now();
      const answer = await fetch(`${api}/${routes[at % routes.length]}`, { headers: { 'PRIVATE-TOKEN': TOKEN } });
      await answer.arrayBuffer();
      times.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await Promise.all([...Array.from({ length: STORM_SENDERS }, send), watch()]);
  const seconds = (performance.now() - start) / 1000;
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
  console.log(`a storm of ${STORM} alerts: ${(STORM / seconds).toFixed(0)}/s from ${STORM_SENDERS} connections`);
  console.log(
    `  ${times.length} requests to other routes meanwhile: median ${at(0.5)} ms, p95 ${at(0.95)} ms (aim 100)`,
  );
}

/** Undefined where it is not installed. */
function startManager() {
  if (spawnSync(MANAGER, ['--version']).status !== 0) {
    return undefined;
  }
  const config = path.join(dataDir, 'alertmanager.yml');
  writeFileSync(config, 'route: { receiver: none }\nreceivers: [{ name: none }]\n');
  const storage = path.join(dataDir, 'alertmanager');
  const address = `--web.listen-address=127.0.0.1:${MANAGER_PORT}`;
  const options = [`--config.file=${config}`, `--storage.path=${storage}`, address, '--cluster.listen-address='];
  return spawn(MANAGER, options, { stdio: 'ignore' });
}

function postToManager(number) {
  return post(
    `http://127.0.0.1:${MANAGER_PORT}/api/v2/alerts`,
    [{ labels: { alertname: `Disk full ${number % 1000}` } }],
    {},
  );
}

/** So many at once; answers how many calls ended per second. */
async function perSecond(work) {
  const end = performance.now() + SECONDS * 1000;
  let done = 0;
  const loop = async () => {
    while (performance.now() < end) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, loop));
  return done / SECONDS;
}

function post(url, body, headers = { 'PRIVATE-TOKEN': TOKEN }) {
  const options = { method: 'POST', agent, headers: { 'Content-Type': 'application/json', ...headers } };
  return new Promise((resolve, reject) => {
    const call = request(url, options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode >= 300) {
          reject(new Error(`${url}: ${response.statusCode} ${text}`));
          return;
        }
        resolve(text === '' ? null : JSON.parse(text));
      });
    });
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });
}

async function untilUp(url) {
  const deadline = performance.now() + 60_000;
  while ((await fetch(url).catch(() => null))?.status !== 200) {
    if (performance.now() > deadline) {
      throw new Error('The service did not come up.');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
