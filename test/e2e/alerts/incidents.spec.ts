import { anAlertIntegration } from '../../builders/alerts.js';
import { aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { alertSender } from '../../support/alert-sender.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, GUEST, MAINTAINER, REPORTER } from '../../support/levels.js';
import { startSmtpServer } from '../../support/smtp-server.js';
import type { SmtpServer } from '../../support/smtp-server.js';
import { until } from '../../support/until.js';

/** Where mail goes out, accounts wait for their confirmation. */
const CONFIRMED = { skip_confirmation: true };

let app: TestApp;
let smtp: SmtpServer;
let owner: TestUser;
beforeAll(async () => {
  smtp = await startSmtpServer();
  app = await startApp({ env: { SMTP_URL: smtp.url } });
  owner = await aUser(app, CONFIRMED);
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

interface AlertedProject {
  readonly project: TestProject;
  readonly send: ReturnType<typeof alertSender>;
  readonly at: (rest: string) => string;
  /** Settings of incidents. */
  readonly settings: string;
}

async function anAlertedProject(settings: object = {}): Promise<AlertedProject> {
  const project = await aProject(owner.api);
  const send = alertSender(await anAlertIntegration(owner.api, project.id));
  const at = (rest: string) => `projects/${project.id}/${rest}`;
  await owner.api.put(at('incident_management_settings'), settings);
  return { project, send, at, settings: at('incident_management_settings') };
}

const incidents = async ({ at }: AlertedProject, query = '') =>
  (await owner.api.get(`${at('incidents')}?${query}`)).body;

describe('incident_management_settings', () => {
  it('have defaults, change one by one, and are for Maintainers to change', async () => {
    const { project, settings } = await anAlertedProject();
    const [reporter, developer] = [
      await aMember(app, { project }, REPORTER, CONFIRMED),
      await aMember(app, { project }, DEVELOPER, CONFIRMED),
    ];

    expect((await developer.api.get(settings)).body).toEqual({
      create_issue: false,
      auto_close_incident: true,
      send_email: false,
    });
    expect((await owner.api.put(settings, { create_issue: true })).body).toEqual({
      create_issue: true,
      auto_close_incident: true,
      send_email: false,
    });
    expect((await owner.api.put(settings, { create_issue: 'odd' })).body).toEqual({
      message: { create_issue: ['is invalid'] },
    });
    expect((await developer.api.put(settings, {})).status).toBe(403);
    expect((await reporter.api.get(settings)).status).toBe(403);
  });
});

describe('incidents that are made by themselves', () => {
  it('come with open alerts, once, and close with their recovery as alert-bot', async () => {
    const alerted = await anAlertedProject({ create_issue: true });
    const payload = { title: 'Fire_1', severity: 'high', description: 'see [x](http://x) <b>', fingerprint: 'f' };
    await Promise.all(Array.from({ length: 20 }, () => alerted.send(payload)));
    const [made, ...others] = await incidents(alerted);
    const alert = (await owner.api.get(alerted.at('alert_management_alerts/1'))).body;
    await alerted.send({ fingerprint: 'f', end_time: 1 });
    const [closed] = await incidents(alerted);

    expect(others).toEqual([]);
    expect(made).toEqual({
      id: expect.any(Number),
      iid: 1,
      project_id: alerted.project.id,
      title: 'Fire_1',
      description: expect.stringContaining(String.raw`see \[x\]\(http\:\/\/x\) \<b\>`),
      state: 'opened',
      severity: 'high',
      labels: ['incident'],
      author: expect.objectContaining({ username: 'alert-bot' }),
      closed_by: null,
      assignees: [],
      alerts: [{ iid: 1, title: 'Fire_1', status: 'triggered' }],
      created_at: expect.any(String),
      updated_at: expect.any(String),
      closed_at: null,
      web_url: `${app.url}/${alerted.project.path_with_namespace}/-/incidents/1`,
    });
    expect(alert.incident).toEqual({ iid: 1, title: 'Fire_1', state: 'opened', web_url: made.web_url });
    expect(made!.description).toContain(`**Start time:** ${alert.started_at}  \n**Severity:** high  \n`);
    expect(closed).toMatchObject({
      state: 'closed',
      closed_by: { username: 'alert-bot' },
      closed_at: expect.any(String),
    });
  });

  it('come with a grouped alert that has none, not with ignored or recorded ones', async () => {
    const alerted = await anAlertedProject();
    await alerted.send({ fingerprint: 'f' });
    await owner.api.put(alerted.settings, { create_issue: true });
    await alerted.send({ fingerprint: 'recorded', end_time: 1 });
    await owner.api.put(alerted.at('alert_management_alerts/1'), { status: 'ignored' });
    await alerted.send({ fingerprint: 'f' });
    const none = await incidents(alerted);
    await owner.api.put(alerted.at('alert_management_alerts/1'), { status: 'acknowledged' });
    await alerted.send({ fingerprint: 'f' });

    expect(none).toEqual([]);
    expect(await incidents(alerted)).toHaveLength(1);
  });

  it('stay open when that is switched off, and when the alert is resolved by hand', async () => {
    const alerted = await anAlertedProject({ create_issue: true, auto_close_incident: false });
    await alerted.send({ fingerprint: 'f' });
    await alerted.send({ fingerprint: 'f', end_time: 1 });
    await owner.api.put(alerted.settings, { auto_close_incident: true });
    await alerted.send({ fingerprint: 'g' });
    await owner.api.put(alerted.at('alert_management_alerts/2'), { status: 'resolved' });

    expect((await incidents(alerted)).map(({ state }: { state: string }) => state)).toEqual(['opened', 'opened']);
  });
});

describe('incidents by hand', () => {
  it('POST …/alert_management_alerts/:iid/incident makes one, of parallel calls one', async () => {
    const alerted = await anAlertedProject();
    await alerted.send({ title: 'x', severity: 'low' });
    const call = () => owner.api.post(alerted.at('alert_management_alerts/1/incident'));
    const answers = await Promise.all([call(), call(), call()]);

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 201)!.body).toMatchObject({
      title: 'x',
      severity: 'low',
      author: { username: owner.username },
    });
    expect((await call()).body).toEqual({ message: '409 Conflict - The alert already has an incident' });
  });

  it("shows what a deleted account opened and closed as the ghost's (contract: core §2)", async () => {
    const alerted = await anAlertedProject();
    await alerted.send({ title: 'x', fingerprint: 'f' });
    const gone = await aMember(app, { project: alerted.project }, MAINTAINER, CONFIRMED);
    await gone.api.post(alerted.at('alert_management_alerts/1/incident'));
    const open = (await owner.api.get(alerted.at('incidents/1'))).body;
    await gone.api.put(alerted.at('incidents/1'), { state_event: 'close' });
    await app.admin.delete(`users/${gone.id}`);

    const ghost = { username: 'ghost' };
    expect(open).toMatchObject({ author: { id: gone.id }, closed_by: null });
    expect((await owner.api.get(alerted.at('incidents/1'))).body).toMatchObject({ author: ghost, closed_by: ghost });
    await owner.api.put(alerted.at('incidents/1'), { state_event: 'reopen' });
    expect((await owner.api.get(alerted.at('incidents/1'))).body).toMatchObject({ author: ghost, closed_by: null });
  });

  it('PUT closes with the alerts, reopens without, and changes fields', async () => {
    const alerted = await anAlertedProject({ create_issue: true });
    await alerted.send({ title: 'x', fingerprint: 'f' });
    const put = (body: object) => owner.api.put(alerted.at('incidents/1'), body);
    const closed = (await put({ state_event: 'close' })).body;
    const again = (await put({ state_event: 'close' })).body;
    const alert = (await owner.api.get(alerted.at('alert_management_alerts/1'))).body;
    const reopened = (await put({ state_event: 'reopen', title: 'new', severity: 'info', assignee_ids: [owner.id] }))
      .body;

    expect(closed).toMatchObject({ state: 'closed', closed_by: { username: owner.username } });
    expect(closed.alerts).toEqual([{ iid: 1, title: 'x', status: 'resolved' }]);
    expect(again).toEqual(closed);
    expect(alert).toMatchObject({ status: 'resolved', ended_at: expect.any(String) });
    expect(reopened).toMatchObject({
      state: 'opened',
      title: 'new',
      severity: 'info',
      closed_at: null,
      closed_by: null,
      assignees: [{ id: owner.id }],
      alerts: [{ status: 'resolved' }],
    });
    expect((await put({ state_event: 'reopen' })).body).toEqual(reopened);
    expect((await put({})).body).toEqual({ message: '400 (Bad request) "state_event" not given' });
    expect((await put({ state_event: 'odd' })).body).toEqual({
      message: { state_event: ['does not have a valid value'] },
    });
    expect((await put({ assignee_ids: [1, 2] })).body).toEqual({ message: { assignee_ids: ['is invalid'] } });
  });

  it('are read by Reporters, listed with filters and orders', async () => {
    const alerted = await anAlertedProject({ create_issue: true });
    await alerted.send({ title: 'first', severity: 'low' });
    await alerted.send({ title: 'second', severity: 'high' });
    await owner.api.put(alerted.at('incidents/1'), { state_event: 'close' });
    const titles = async (query: string) =>
      (await incidents(alerted, query)).map(({ title }: { title: string }) => title);
    const [guest, reporter] = [
      await aMember(app, { project: alerted.project }, GUEST, CONFIRMED),
      await aMember(app, { project: alerted.project }, REPORTER, CONFIRMED),
    ];

    expect(await titles('')).toEqual(['second', 'first']);
    expect(await titles('sort=asc')).toEqual(['first', 'second']);
    expect(await titles('order_by=updated_at')).toEqual(['first', 'second']);
    expect(await titles('order_by=iid&sort=asc')).toEqual(['first', 'second']);
    expect(await titles('state=opened')).toEqual(['second']);
    expect(await titles('severity=low')).toEqual(['first']);
    expect(await titles('state[]=&severity[]=')).toEqual(['second', 'first']);
    expect(await titles('search=SEC')).toEqual(['second']);
    expect(await titles('pagination=keyset&order_by=id&sort=desc')).toEqual(['second', 'first']);
    expect((await owner.api.get(alerted.at('incidents?state=odd'))).status).toBe(400);
    expect((await owner.api.get(alerted.at('incidents?order_by=id'))).status).toBe(400);
    expect((await reporter.api.get(alerted.at('incidents/1'))).status).toBe(200);
    expect((await reporter.api.put(alerted.at('incidents/1'), { title: 'x' })).status).toBe(403);
    expect((await guest.api.get(alerted.at('incidents'))).status).toBe(403);
    expect((await reporter.api.get(alerted.at('incidents/9'))).body).toEqual({ message: '404 Incident Not Found' });
  });
});

describe('send_email', () => {
  it('writes one mail to each Owner and Maintainer for created and resolved alerts', async () => {
    const alerted = await anAlertedProject({ send_email: true });
    const maintainer = await aMember(app, { project: alerted.project }, MAINTAINER, CONFIRMED);
    await aMember(app, { project: alerted.project }, DEVELOPER, CONFIRMED);
    const title = `Disk\r\nBcc: evil@example.com ${unique('mail')}`;
    await alerted.send({ title, fingerprint: 'f' });
    await alerted.send({ title, fingerprint: 'f' });
    await alerted.send({ fingerprint: 'f', end_time: 1 });
    await app.drainJobs();
    const mails = smtp.messages.filter((text) => text.includes(alerted.project.path_with_namespace));
    const header = (name: string) =>
      mails.map((mail) => new RegExp(`^${name}: (.*(?:\\n .*)*)`, 'm').exec(mail)?.[1]?.replace(/\n/g, '') ?? '');
    const to = [`${owner.username}@example.com`, `${maintainer.username}@example.com`];

    expect(header('To').sort()).toEqual([...to, ...to].sort());
    expect(header('Subject').filter((subject) => subject.includes('Resolved'))).toHaveLength(2);
    expect(header('Bcc')).toEqual(['', '', '', '']);
  });
});

describe('auto_resolve_after', () => {
  it('resolves quiet alerts of the integration, closes their incident, and leaves others', async () => {
    const alerted = await anAlertedProject({ create_issue: true });
    const [{ id }] = (await owner.api.get(alerted.at('alert_integrations'))).body;
    await owner.api.put(alerted.at(`alert_integrations/${id}`), { auto_resolve_after: 60 });
    await alerted.send({ fingerprint: 'quiet' });
    await alerted.send({ fingerprint: 'loud' });
    await app.sql(`update alerts set last_event_at = now() - interval '61 s' where project_id = $1 and iid = 1`, [
      alerted.project.id,
    ]);
    await app.sql(`update recurring_jobs set next_run_at = now() where name = 'alerts.auto-resolve'`);
    const statuses = async () =>
      (await owner.api.get(alerted.at('alert_management_alerts?order_by=iid&sort=asc'))).body.map(
        ({ status }: { status: string }) => status,
      );
    await until(async () => (await statuses())[0] !== 'triggered');

    expect(await statuses()).toEqual(['resolved', 'triggered']);
    expect((await incidents(alerted, 'state=closed'))[0].alerts).toMatchObject([{ iid: 1 }]);
  });
});
