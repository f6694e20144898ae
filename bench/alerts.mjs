// Alerts per second that the receiver takes, each durable before its answer: one alert again and again, a thousand
// fingerprints, and new alerts.
// Run: npm run bench -- alerts
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cpuMillis } from './support/cpu.mjs';

const ROUNDS = 3;
const SECONDS = 4;
const SENDERS = 16;
const TOKEN = 'bench-token-0123456789abcdef';
const port = 3979;
const api = `http://127.0.0.1:${port}/api/v4`;
const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });

const dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'));
const service = spawn(process.execPath, ['src/start.mjs'], {
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'warn' },
  stdio: 'inherit',
});

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
  }
} finally {
  agent.destroy();
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
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
        resolve(JSON.parse(text));
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
