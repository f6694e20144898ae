import { Client } from 'pg';
import { anAlertIntegration } from '../../builders/alerts.js';
import type { TestIntegration } from '../../builders/alerts.js';
import { aProject } from '../../builders/records.js';
import type { TestProject } from '../../builders/records.js';
import { alertSender } from '../../support/alert-sender.js';
import { ADMIN_TOKEN, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ApiClient } from '../../support/api-client.js';
import { createDatabase } from '../../support/postgres.js';
import { aDataDir, startService } from '../../support/service.js';

const CONNECTIONS = 50;
/** Payloads sent while the service is killed. */
const STORM = 1500;

/** Runs the work that many times, so many at once. */
async function inParallel(
  times: number,
  work: (index: number) => Promise<unknown>,
  atOnce = CONNECTIONS,
): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < times) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}

interface Row {
  readonly fingerprint: string;
  readonly status: string;
  readonly events: number;
}

describe('many payloads at once', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ jobs: false });
  });
  afterAll(() => app.close());

  const aSender = async (): Promise<{ project: TestProject; send: ReturnType<typeof alertSender> }> => {
    const project = await aProject(app.admin);
    return { project, send: alertSender(await anAlertIntegration(app.admin, project.id)) };
  };

  it('2,000 identical ones from 50 connections are one alert with 2,000 events', async () => {
    const { project, send } = await aSender();
    const statuses = new Set<number>();
    await inParallel(2000, async () => statuses.add((await send({ title: 'storm', host: 1 })).status));
    const { body } = await app.admin.get(`projects/${project.id}/alert_management_alerts`);

    expect([...statuses]).toEqual([200]);
    expect(body).toMatchObject([{ title: 'storm', events: 2000, status: 'triggered' }]);
  });

  it('with recoveries between them leave no two open alerts of a fingerprint, and none after the last recovery', async () => {
    const { project, send } = await aSender();
    const payload = (index: number) => ({ fingerprint: `f${index % 5}`, ...(index % 7 === 0 ? { end_time: 5 } : {}) });
    const twice: unknown[] = [];
    const watch = setInterval(() => {
      void app
        .sql(
          `select fingerprint from alerts where project_id = $1 and status <> 'resolved' group by 1 having count(*) > 1`,
          [project.id],
        )
        .then((rows) => twice.push(...rows));
    }, 50);
    await inParallel(1500, async (index) => {
      expect((await send(payload(index))).status).toBe(200);
    });
    clearInterval(watch);
    await inParallel(5, (index) => send({ fingerprint: `f${index}`, end_time: 6 }));
    const rows = await app.sql<Row>(`select fingerprint, status, events::int from alerts where project_id = $1`, [
      project.id,
    ]);
    const numbers = await app.sql<{ gaps: number }>(
      `select (max(iid) - count(*))::int as gaps from alerts where project_id = $1`,
      [project.id],
    );

    expect(twice).toEqual([]);
    expect(rows.filter(({ status }) => status !== 'resolved')).toEqual([]);
    expect(numbers).toEqual([{ gaps: 0 }]);
  });

  it('batches with the same alerts in other orders neither fail nor double them', async () => {
    const { project, send } = await aSender();
    const items = Array.from({ length: 20 }, (_, index) => ({
      status: 'firing',
      labels: { alertname: `A${index}` },
      annotations: {},
      startsAt: '2026-01-01T00:00:00Z',
    }));
    const batch = (index: number) => ({
      ...{ version: '4', groupKey: '', status: 'firing', receiver: '', groupLabels: {}, commonLabels: {} },
      ...{ commonAnnotations: {}, externalURL: '' },
      alerts: index % 2 === 0 ? items : [...items].reverse(),
    });
    const statuses = new Set<number>();
    await inParallel(60, async (index) => statuses.add((await send(batch(index))).status), 12);
    const rows = await app.sql<Row>(`select status, events::int from alerts where project_id = $1`, [project.id]);

    expect([...statuses]).toEqual([200]);
    expect(rows).toEqual(items.map(() => ({ status: 'triggered', events: 60 })));
  });
});

describe('a storm in which the service is killed', () => {
  it('loses no alert that was answered, and makes each of its incidents once', async () => {
    const database = await createDatabase();
    const dataDir = await aDataDir();
    const { host, user, database: name } = database.connection;
    const start = () =>
      startService({
        DATA_DIR: dataDir.path,
        DATABASE_URL: `postgres:///${name}?host=${encodeURIComponent(host)}&user=${user}`,
      });
    let service = await start();
    const api = () => new ApiClient(service.url, ADMIN_TOKEN);
    const project = await aProject(api());
    await api().put(`projects/${project.id}/incident_management_settings`, { create_issue: true });
    const { url, token } = await anAlertIntegration(api(), project.id);
    const answered = new Map<string, number>();
    for (let round = 0; round < 2; round++) {
      const address: Pick<TestIntegration, 'url' | 'token'> = { token, url: service.url + new URL(url).pathname };
      const send = alertSender(address);
      const storm = inParallel(STORM, async (index) => {
        const fingerprint = `${round}-${index % 300}`;
        const answer = await send({ fingerprint }).catch(() => null);
        if (answer?.status === 200) {
          answered.set(fingerprint, (answered.get(fingerprint) ?? 0) + 1);
        }
      });
      while (answered.size < 100 * (round + 1)) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await service.end('SIGKILL');
      await storm;
      service = await start();
    }
    const client = new Client(database.connection);
    await client.connect();
    const { rows } = await client.query<{ sent: string; events: number; incidents: number }>(
      `select a.payload->>'fingerprint' as sent, a.events::int,
              (select count(*)::int from incident_alerts l where l.alert_id = a.id) as incidents from alerts a`,
    );
    await client.end();
    await service.end('SIGTERM');
    await database.drop();
    await dataDir.remove();
    const kept = new Map(rows.map(({ sent, events }) => [sent, events]));

    expect(answered.size).toBeGreaterThanOrEqual(200);
    expect([...answered].filter(([fingerprint, times]) => (kept.get(fingerprint) ?? 0) < times)).toEqual([]);
    expect(rows.filter(({ incidents }) => incidents !== 1)).toEqual([]);
    expect(kept.size).toBe(rows.length);
  });
});
