import { readFileSync } from 'node:fs';
import { anAlertIntegration } from '../../builders/alerts.js';
import type { TestIntegration } from '../../builders/alerts.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { Alertmanager, isAlertmanagerInstalled, until } from '../../support/alertmanager.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { commandsIn, runShell } from '../../support/doc-commands.js';
import type { ShellAnswer } from '../../support/doc-commands.js';

const PAGE = 'docs/alerts.md';

let app: TestApp;
let user: TestUser;
let project: TestProject;
let integration: TestIntegration;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  user = await aUser(app);
});
beforeEach(async () => {
  project = await aProject(user.api);
  integration = await anAlertIntegration(user.api, project.id);
});
afterAll(() => app.close());

/** Runs what is below a heading, as it stands there or in another form. */
const run = (heading: string, formed: (commands: string) => string = (commands) => commands): Promise<ShellAnswer> =>
  runShell(formed(commandsIn(PAGE, heading)), {
    cwd: '.',
    env: {
      SLIPWAY: app.url,
      TOKEN: user.token,
      PROJECT: String(project.id),
      ID: String(integration.id),
      URL: integration.url,
      KEY: integration.token,
    },
  });

const alerts = async () => (await user.api.get(`projects/${project.id}/alert_management_alerts`)).body;
const send = (payload: object) =>
  fetch(integration.url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${integration.token}` },
    body: JSON.stringify(payload),
  });

describe('docs/alerts.md', () => {
  it('makes an alert integration', async () => {
    const { code, output } = await run('An alert integration');

    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ name: 'Monitoring', type: 'http', token: expect.any(String) });
  });

  it('has a script whose alert fires and resolves', async () => {
    expect(await run('A script')).toMatchObject({ code: 0 });

    expect(await alerts()).toMatchObject([{ title: 'Backup failed', severity: 'high', status: 'resolved' }]);
  });

  it('has a line for cron that fires when the command fails, and resolves when it works again', async () => {
    const asCron = (command: string) => (line: string) =>
      line.replace('0 3 * * *', '').replaceAll('\\%', '%').replace('/usr/local/bin/backup', command);

    const failed = await run('A cron job', asCron('false'));
    const [fired] = await alerts();
    const worked = await run('A cron job', asCron('true'));

    expect([failed.code, worked.code]).toEqual([0, 0]);
    expect(fired).toMatchObject({ title: 'Backup failed', status: 'triggered' });
    expect(await alerts()).toMatchObject([{ id: fired.id, status: 'resolved' }]);
  });

  it('has a mapping for any JSON', async () => {
    expect(await run('Any program that posts JSON')).toMatchObject({ code: 0 });
    await send({ event: { name: 'Lift stuck', id: 7 }, level: 'sev2' });
    await send({ message: 'Lift moves', event: { id: 8 } });

    expect(await alerts()).toMatchObject([
      { title: 'Lift moves', severity: 'critical' },
      { title: 'Lift stuck', severity: 'high' },
    ]);
  });

  it('has a mapping for Grafana: its notifications fire, group and resolve', async () => {
    expect(await run('Grafana')).toMatchObject({ code: 0 });
    const notification = (endsAt: string) => ({
      receiver: 'slipway',
      status: endsAt.startsWith('0001') ? 'firing' : 'resolved',
      alerts: [{ labels: { alertname: 'High load' }, startsAt: '2026-01-02T03:04:05Z', endsAt }],
      commonLabels: { alertname: 'High load', severity: 'medium' },
      groupKey: '{}:{alertname="High load"}',
      version: '1',
      title: '[FIRING:1] High load',
    });
    await send(notification('0001-01-01T00:00:00Z'));
    await send(notification('0001-01-01T00:00:00Z'));
    const fired = await alerts();
    await send(notification('2026-01-02T04:00:00Z'));

    expect(fired).toMatchObject([
      { title: '[FIRING:1] High load', severity: 'medium', events: 2, status: 'triggered' },
    ]);
    expect(await alerts()).toMatchObject([{ status: 'resolved', ended_at: '2026-01-02T04:00:00.000Z' }]);
  });
});

(isAlertmanagerInstalled ? describe : describe.skip)('docs/alerts.md with Alertmanager', () => {
  it('has a configuration for Alertmanager', async () => {
    const [, config = ''] = /^```yaml\n(.*?)^```$/ms.exec(readFileSync(PAGE, 'utf8')) ?? [];
    const manager = await Alertmanager.start(
      config
        .replace(/url: \S+/, `url: ${integration.url}`)
        .replace('credentials: KEY', `credentials: ${integration.token}`)
        .replace('receiver: slipway', 'receiver: slipway\n  group_wait: 100ms'),
    );
    try {
      const labels = { alertname: 'High load', severity: 'page' };
      await manager.post([{ labels, startsAt: new Date().toISOString() }]);
      await until(async () => (await alerts()).length > 0);
    } finally {
      await manager.stop();
    }

    expect(await alerts()).toMatchObject([{ title: 'High load', severity: 'high', status: 'triggered' }]);
  });
});
