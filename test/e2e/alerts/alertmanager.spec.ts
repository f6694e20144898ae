import { anAlertIntegration } from '../../builders/alerts.js';
import type { TestIntegration } from '../../builders/alerts.js';
import { aProject } from '../../builders/records.js';
import type { TestProject } from '../../builders/records.js';
import { Alertmanager, isAlertmanagerInstalled, until } from '../../support/alertmanager.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

interface Listed {
  readonly title: string;
  readonly status: string;
  readonly events: number;
}

let app: TestApp;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  project = await aProject(app.admin);
});
afterAll(() => app.close());

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

const list = async () =>
  (await app.admin.get(`projects/${project.id}/alert_management_alerts?per_page=100`)).body as Listed[];

(isAlertmanagerInstalled ? describe : describe.skip)('Alertmanager', () => {
  it.each([
    ['a Bearer key', bearer, {}],
    ['a key as the password of Basic', basic, {}],
    ['a key in the address', inUrl, {}],
    ['the Prometheus address', bearer, { type: 'prometheus' }],
  ])('with %s fires, groups and resolves over a restart, and leaves no duplicate', async (name, receiver, fields) => {
    const integration = await anAlertIntegration(app.admin, project.id, fields);
    const config = `
route: { receiver: slipway, group_by: [alertname], group_wait: 100ms, group_interval: 300ms, repeat_interval: 1s }
receivers:
  - name: slipway
    webhook_configs:${receiver(integration)}
`;
    const startsAt = new Date().toISOString();
    const alert = (instance: string, endsAt?: string) => ({
      labels: { alertname: name, instance, severity: 'page' },
      annotations: { summary: `${name} ${instance}` },
      startsAt,
      ...(endsAt === undefined ? {} : { endsAt }),
    });
    const own = async () => (await list()).filter(({ title }) => title.startsWith(name));
    const manager = await Alertmanager.start(config);
    try {
      await manager.post([alert('one'), alert('two')]);
      await until(async () => {
        const alerts = await own();
        return alerts.length === 2 && alerts.every(({ events }) => events > 1);
      });
      await manager.restart();
      const before = new Map((await own()).map(({ title, events }) => [title, events]));
      await manager.post([alert('one'), alert('two')]);
      await until(async () => (await own()).every(({ title, events }) => events > (before.get(title) ?? 0)));
      const end = new Date().toISOString();
      await manager.post([alert('one', end), alert('two', end)]);
      await until(async () => (await own()).every(({ status }) => status === 'resolved'));
    } finally {
      await manager.stop();
    }

    expect((await own()).map(({ title, status }) => [title, status]).sort()).toEqual([
      [`${name} one`, 'resolved'],
      [`${name} two`, 'resolved'],
    ]);
  });
});
