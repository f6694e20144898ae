import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { anAlertIntegration } from '../../builders/alerts.js';
import type { TestIntegration } from '../../builders/alerts.js';
import { aProject } from '../../builders/records.js';
import type { TestProject } from '../../builders/records.js';
import { freePort, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

jest.setTimeout(120_000);

const PROGRAM = 'prometheus-alertmanager';
/** Without it nothing below can be told. */
const isInstalled = spawnSync(PROGRAM, ['--version']).status === 0;
if (!isInstalled) {
  console.warn(`${PROGRAM} is not installed: nothing here is tested.`);
}

interface Listed {
  readonly title: string;
  readonly status: string;
  readonly events: number;
}

let app: TestApp;
let project: TestProject;
let work: string;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  project = await aProject(app.admin);
  work = await mkdtemp(path.join(tmpdir(), 'slipway-alertmanager-'));
});
afterAll(async () => {
  await app.close();
  await rm(work, { recursive: true, force: true });
});

const bearer = ({ url, token }: TestIntegration) => `
      - url: ${url}
        send_resolved: true
        http_config: { authorization: { credentials: ${token} } }`;
const basic = ({ url, token }: TestIntegration) => `
      - url: ${url}
        send_resolved: true
        http_config: { basic_auth: { password: ${token} } }`;
const inUrl = ({ url, token }: TestIntegration) => `
      - url: ${url.replace('://', `://:${token}@`)}
        send_resolved: true`;

async function startAlertmanager(port: number): Promise<ChildProcess> {
  const child = spawn(
    PROGRAM,
    [
      `--config.file=${path.join(work, 'config.yml')}`,
      `--storage.path=${path.join(work, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ],
    { stdio: 'ignore' },
  );
  await until(async () => (await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => null))?.status === 200);
  return child;
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await check()) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('It did not come to that within 30 s.');
}

const list = async () =>
  (await app.admin.get(`projects/${project.id}/alert_management_alerts?per_page=100`)).body as Listed[];

(isInstalled ? describe : describe.skip)('Alertmanager', () => {
  it.each([
    ['a Bearer key', bearer, {}],
    ['a key as the password of Basic', basic, {}],
    ['a key in the address', inUrl, {}],
    ['the Prometheus address', bearer, { type: 'prometheus' }],
  ])('with %s fires, groups and resolves over a restart, and leaves no duplicate', async (name, receiver, fields) => {
    const integration = await anAlertIntegration(app.admin, project.id, fields);
    const port = await freePort();
    const config = `
route: { receiver: slipway, group_by: [alertname], group_wait: 100ms, group_interval: 300ms, repeat_interval: 1s }
receivers:
  - name: slipway
    webhook_configs:${receiver(integration)}
`;
    await writeFile(path.join(work, 'config.yml'), config);
    const startsAt = new Date().toISOString();
    const alert = (instance: string, endsAt?: string) => ({
      labels: { alertname: name, instance, severity: 'page' },
      annotations: { summary: `${name} ${instance}` },
      startsAt,
      ...(endsAt === undefined ? {} : { endsAt }),
    });
    const post = (alerts: object[]) =>
      fetch(`http://127.0.0.1:${port}/api/v2/alerts`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(alerts),
      });
    const own = async () => (await list()).filter(({ title }) => title.startsWith(name));
    let manager = await startAlertmanager(port);
    try {
      await post([alert('one'), alert('two')]);
      await until(async () => {
        const alerts = await own();
        return alerts.length === 2 && alerts.every(({ events }) => events > 1);
      });
      const exited = once(manager, 'exit');
      manager.kill('SIGTERM');
      await exited;
      manager = await startAlertmanager(port);
      await post([alert('one'), alert('two')]);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const end = new Date().toISOString();
      await post([alert('one', end), alert('two', end)]);
      await until(async () => (await own()).every(({ status }) => status === 'resolved'));
    } finally {
      const exited = once(manager, 'exit');
      manager.kill('SIGTERM');
      await exited;
      await rm(path.join(work, 'data'), { recursive: true, force: true });
    }

    expect((await own()).map(({ title, status }) => [title, status]).sort()).toEqual([
      [`${name} one`, 'resolved'],
      [`${name} two`, 'resolved'],
    ]);
  });
});
