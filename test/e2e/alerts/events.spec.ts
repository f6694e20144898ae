import { Injectable, Module } from '@nestjs/common';
import type { Job } from '../../../src/platform/queue/job.js';
import { anAlertIntegration } from '../../builders/alerts.js';
import { aProject } from '../../builders/records.js';
import { alertSender } from '../../support/alert-sender.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

const heard: [string, object][] = [];

@Injectable()
class HearTriggeredJob implements Job<object> {
  static readonly jobName = 'test.hear-triggered';
  static readonly on = ['alert.triggered'];
  perform(payload: object): Promise<void> {
    heard.push(['triggered', payload]);
    return Promise.resolve();
  }
}

@Injectable()
class HearResolvedJob implements Job<object> {
  static readonly jobName = 'test.hear-resolved';
  static readonly on = ['alert.resolved'];
  perform(payload: object): Promise<void> {
    heard.push(['resolved', payload]);
    return Promise.resolve();
  }
}

@Injectable()
class HearIncidentsJob implements Job<object> {
  static readonly jobName = 'test.hear-incidents';
  static readonly on = ['incident.changed'];
  perform(payload: object): Promise<void> {
    heard.push(['incident', payload]);
    return Promise.resolve();
  }
}

@Module({ providers: [HearTriggeredJob, HearResolvedJob, HearIncidentsJob] })
class HearingModule {}

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ extraModules: [HearingModule] });
});
afterAll(() => app.close());

describe('events of alerts and incidents', () => {
  it('are published once for each change, with what integrations tell', async () => {
    const project = await aProject(app.admin);
    await app.admin.put(`projects/${project.id}/incident_management_settings`, { create_issue: true });
    const send = alertSender(await anAlertIntegration(app.admin, project.id));
    await send({ fingerprint: 'f', title: 'x', severity: 'low', start_time: '2026-01-01T00:00:00Z' });
    await send({ fingerprint: 'f' });
    await send({ fingerprint: 'f', end_time: '2026-01-02T00:00:00Z' });
    await send({ fingerprint: 'f', end_time: '2026-01-02T00:00:00Z' });
    await send({ fingerprint: 'never fired', end_time: '2026-01-02T00:00:00Z' });
    await app.admin.put(`projects/${project.id}/incidents/1`, { state_event: 'reopen' });
    await app.drainJobs();
    const root = `${app.url}/${project.path_with_namespace}/-`;
    const alert = {
      iid: 1,
      title: 'x',
      url: `${root}/alert_management/1/details`,
      severity: 'low',
      startedAt: '2026-01-01T00:00:00.000Z',
    };
    const payloads = (kind: string) => heard.filter(([name]) => name === kind).map(([, payload]) => payload);

    expect(payloads('triggered')).toEqual([
      { projectId: project.id, alert: { ...alert, events: 1, status: 'triggered', endedAt: null } },
    ]);
    expect(payloads('resolved')).toEqual([
      {
        projectId: project.id,
        alert: { ...alert, events: 2, status: 'resolved', endedAt: '2026-01-02T00:00:00.000Z' },
      },
    ]);
    expect(
      payloads('incident')
        .map((payload) => (payload as { action: string }).action)
        .sort(),
    ).toEqual(['close', 'open', 'reopen']);
    expect(payloads('incident')[0]).toMatchObject({
      projectId: project.id,
      incident: { iid: 1, title: 'x', url: `${root}/incidents/1`, labels: ['incident'], assigneeIds: [] },
    });
  });
});
