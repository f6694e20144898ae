import { anAlertIntegration, aNotification } from '../../builders/alerts.js';
import { aProject } from '../../builders/records.js';
import { alertSender } from '../../support/alert-sender.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
});
afterAll(() => app.close());

interface Logged {
  readonly id: number;
  readonly event: { readonly object_kind: string };
}

/** The incident follows its alert by a job. */
async function untilTwo(list: () => Promise<Logged[]>): Promise<Logged[]> {
  return until(async () => {
    const found = await list();
    return found.length >= 2 && found;
  });
}

describe('alerts and incidents', () => {
  it('are events of integrations that listen to them', async () => {
    const project = await aProject(app.admin);
    const integration = `projects/${project.id}/integrations/chat-webhook-b`;
    await app.admin.put(integration, { webhook: 'http://127.0.0.1:9/hook', alert_events: true });
    await app.admin.put(`projects/${project.id}/incident_management_settings`, { create_issue: true });
    const send = alertSender(await anAlertIntegration(app.admin, project.id));
    await send({ fingerprint: 'f', title: 'Disk is full', severity: 'low' });
    const deliveries = await untilTwo(async () => (await app.admin.get(`${integration}/deliveries`)).body);
    const payloads = await Promise.all(
      deliveries.map(async ({ id }) => (await app.admin.get(`${integration}/deliveries/${id}`)).body.payload),
    );

    expect(deliveries.map(({ event }) => event.object_kind).toSorted()).toEqual(['alert', 'issue']);
    expect(payloads.find((payload) => payload.object_kind === 'alert')).toMatchObject({
      project_id: project.id,
      project: { path_with_namespace: project.path_with_namespace },
      object_attributes: {
        iid: 1,
        title: 'Disk is full',
        severity: 'low',
        events: 1,
        status: 'triggered',
        ended_at: null,
      },
    });
    expect(payloads.find((payload) => payload.object_kind === 'issue')).toMatchObject({
      event_type: 'issue',
      user: { name: 'Alert Bot', username: 'alert-bot' },
      object_attributes: { iid: 1, title: 'Disk is full', type: 'incident', action: 'open', confidential: false },
    });
  });

  it('of one notification are an event each, in their order, for every integration that listens', async () => {
    const project = await aProject(app.admin);
    const at = `projects/${project.id}/integrations`;
    await app.admin.put(`${at}/chat-webhook-b`, { webhook: 'http://127.0.0.1:9/hook', alert_events: true });
    await app.admin.put(`${at}/chat-webhook-e`, { webhook: 'http://127.0.0.1:9/hook', alert_events: true });
    await app.admin.put(`${at}/chat-webhook-d`, { webhook: 'http://127.0.0.1:9/hook', alert_events: false });
    const names = Array.from({ length: 1000 }, (_, index) => `Disk ${index}`);
    const send = alertSender(await anAlertIntegration(app.admin, project.id));

    const answer = await send(
      aNotification(names.map((name) => ({ startsAt: '2026-11-01T00:00:00Z', labels: { alertname: name } }))),
    );

    expect(answer.status).toBe(200);
    const fired = await app.sql<{ slug: string; titles: string[] }>(
      `select i.slug, array_agg(e.payload -> 'object_attributes' ->> 'title' order by d.id) as titles
       from deliveries d join integrations i on i.id = d.integration_id join integration_events e on e.id = d.event_id
       where d.project_id = $1 group by i.slug order by i.slug`,
      [project.id],
    );
    expect(fired.map(({ slug }) => slug)).toEqual(['chat-webhook-b', 'chat-webhook-e']);
    expect(fired.map(({ titles }) => titles)).toEqual([names, names]);
  });
});
