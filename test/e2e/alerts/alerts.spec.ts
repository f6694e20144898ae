import { anAlertIntegration } from '../../builders/alerts.js';
import { aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { alertSender } from '../../support/alert-sender.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, GUEST, REPORTER } from '../../support/levels.js';

interface Listed {
  readonly iid: number;
  readonly title: string;
}

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let project: TestProject;
let send: ReturnType<typeof alertSender>;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  project = await aProject(owner.api);
  developer = await aMember(app, { project }, DEVELOPER);
  send = alertSender(await anAlertIntegration(owner.api, project.id));
});
afterAll(() => app.close());

const path = (rest: string | number = '', id = project.id) =>
  `projects/${id}/alert_management_alerts${rest === '' ? '' : `/${rest}`}`;
/** The number of a new alert of that payload. */
const anAlert = async (payload: object = {}): Promise<number> =>
  (await send({ fingerprint: unique('alert'), ...payload })).body[0].iid as number;

describe('GET /projects/:id/alert_management_alerts/:iid', () => {
  it('answers the whole record', async () => {
    const iid = await anAlert({ title: 'whole', hosts: ['a'], start_time: '2026-01-01T00:00:00Z' });
    const { status, body } = await developer.api.get(path(iid));

    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      iid,
      project_id: project.id,
      title: 'whole',
      description: null,
      service: null,
      monitoring_tool: null,
      environment: null,
      runbook: null,
      severity: 'critical',
      status: 'triggered',
      hosts: ['a'],
      events: 1,
      fingerprint: expect.stringMatching(/^[0-9a-f]{40}$/),
      started_at: '2026-01-01T00:00:00.000Z',
      ended_at: null,
      last_event_at: expect.stringMatching(/\.\d{3}Z$/),
      acknowledged_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      assignees: [],
      incident: null,
      integration: { id: expect.any(Number), name: expect.any(String), type: 'http' },
      payload: { fingerprint: expect.any(String), title: 'whole', hosts: ['a'], start_time: '2026-01-01T00:00:00Z' },
      web_url: `${app.url}/${project.path_with_namespace}/-/alert_management/${iid}/details`,
    });
    expect((await developer.api.get(path(999_999))).body).toEqual({ message: '404 Alert Not Found' });
  });

  it('is for Developers', async () => {
    const iid = await anAlert();
    const [guest, reporter] = [await aMember(app, { project }, GUEST), await aMember(app, { project }, REPORTER)];
    const stranger = await aUser(app);
    const statuses = await Promise.all(
      [guest.api, reporter.api, stranger.api, app.anonymous].map(async (api) => (await api.get(path(iid))).status),
    );

    expect(statuses).toEqual([403, 403, 404, 401]);
  });

  it('is hidden from non-members of a public project too, as all its alerts, incidents and alert integrations', async () => {
    const open = await aProject(owner.api, { visibility: 'public' });
    const { id } = await anAlertIntegration(owner.api, open.id);
    const [stranger, guest] = [await aUser(app), await aMember(app, { project: open }, GUEST)];
    const calls = (api: TestUser['api']) =>
      Promise.all([
        api.get(path('', open.id)),
        api.get(path('status_counts', open.id)),
        api.get(path(1, open.id)),
        api.get(path('1/occurrences', open.id)),
        api.put(path(1, open.id), { status: 'resolved' }),
        api.post(path('1/incident', open.id)),
        api.get(`projects/${open.id}/incidents`),
        api.get(`projects/${open.id}/incidents/1`),
        api.put(`projects/${open.id}/incidents/1`, { title: 'x' }),
        api.get(`projects/${open.id}/alert_integrations`),
        api.get(`projects/${open.id}/alert_integrations/${id}`),
        api.post(`projects/${open.id}/alert_integrations/${id}/test`),
      ]);

    for (const { status, body } of await calls(stranger.api)) {
      expect([status, body]).toEqual([404, { message: '404 Project Not Found' }]);
    }
    expect((await calls(guest.api)).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 403));
    expect((await app.admin.get(path('', open.id))).status).toBe(200);
  });
});

describe('GET /projects/:id/alert_management_alerts', () => {
  let own: TestProject;
  let titles: (query?: string) => Promise<string[]>;
  beforeAll(async () => {
    own = await aProject(owner.api);
    const post = alertSender(await anAlertIntegration(owner.api, own.id));
    const day = (number: number) => `2026-01-0${number}T00:00:00Z`;
    await post({ title: 'a', severity: 'low', start_time: day(3), monitoring_tool: 'Tool', service: 'api' });
    await post({ title: 'b', severity: 'critical', start_time: day(1), service_environment_name: 'prod' });
    await post({ title: 'c', severity: 'high', start_time: day(2), description: '100% full' });
    await post({ title: 'd', severity: 'unknown', start_time: day(5), end_time: day(6) });
    await post({ title: 'e', severity: 'info', start_time: day(4), end_time: day(9) });
    await post({ title: 'a', severity: 'low', start_time: day(3), monitoring_tool: 'Tool', service: 'api' });
    await owner.api.put(path(2, own.id), { status: 'acknowledged', assignee_ids: [owner.id] });
    await owner.api.put(path(3, own.id), { status: 'ignored' });
    titles = async (query = '') => {
      const { status, body } = await owner.api.get(`${path('', own.id)}?${query}`);
      expect([query, status]).toEqual([query, 200]);
      return (body as Listed[]).map(({ title }) => title);
    };
  });

  it.each([
    ['', 'deacb'],
    ['sort=asc', 'bcaed'],
    ['order_by=iid&sort=asc', 'abcde'],
    ['order_by=created_at', 'edcba'],
    ['order_by=severity', 'bcaed'],
    ['order_by=severity&sort=asc', 'deacb'],
    ['order_by=status', 'abedc'],
    ['order_by=ended_at', 'edcba'],
    ['order_by=ended_at&sort=asc', 'deabc'],
    ['order_by=events', 'aedcb'],
    ['status=triggered', 'a'],
    ['status=open', 'ab'],
    ['status=open,ignored', 'acb'],
    ['status[]=ignored&status[]=resolved', 'dec'],
    ['status=ignored&status=resolved', 'dec'],
    ['severity=high&status=open&severity=low', 'a'],
    ['severity=high,LOW'.toLowerCase(), 'ac'],
    ['status=&severity=', 'deacb'],
    ['status[]=&severity[]=', 'deacb'],
    ['search=TOOL', 'a'],
    ['search=%25', 'c'],
    ['search=api', 'a'],
    ['environment=prod', 'b'],
    ['monitoring_tool=Tool', 'a'],
    ['assignee_username=none', 'deac'],
    ['started_after=2026-01-03T00:00:00Z', 'dea'],
    ['started_before=2026-01-02T00:00:00Z', 'cb'],
    ['pagination=keyset&order_by=started_at&sort=desc', 'deacb'],
  ])('%s', async (query, expected) => {
    expect((await titles(query)).join('')).toBe(expected);
  });

  it('filters by assignee and fingerprint', async () => {
    const { body } = await owner.api.get(path(1, own.id));

    expect(await titles(`assignee_username=${owner.username.toUpperCase()}`)).toEqual(['b']);
    expect(await titles(`fingerprint=${body.fingerprint}`)).toEqual(['a']);
  });

  it.each([['status'], ['severity'], ['order_by'], ['sort']])('refuses an unknown %s', async (name) => {
    expect(await owner.api.get(`${path('', own.id)}?${name}=odd`)).toMatchObject({
      status: 400,
      body: { message: { [name]: ['does not have a valid value'] } },
    });
  });

  it('is ordered by id with keyset pagination alone', async () => {
    expect(await owner.api.get(`${path('', own.id)}?order_by=id`)).toMatchObject({
      status: 400,
      body: { message: { order_by: ['does not have a valid value'] } },
    });
    expect(await titles('pagination=keyset&order_by=id&sort=asc')).toHaveLength(5);
  });

  it('has no keyset by columns that change', async () => {
    for (const by of ['events', 'severity', 'status', 'ended_at']) {
      const { status } = await owner.api.get(`${path('', own.id)}?pagination=keyset&order_by=${by}&sort=asc`);

      expect([by, status]).toEqual([by, 405]);
    }
  });

  it('counts by status, with the same filters', async () => {
    const all = await owner.api.get(path('status_counts', own.id));
    const low = await owner.api.get(`${path('status_counts', own.id)}?severity=low&status=resolved`);

    expect(all.body).toEqual({ all: 5, open: 2, triggered: 1, acknowledged: 1, resolved: 2, ignored: 1 });
    expect(low.body).toEqual({ all: 1, open: 1, triggered: 1, acknowledged: 0, resolved: 0, ignored: 0 });
  });
});

describe('PUT /projects/:id/alert_management_alerts/:iid', () => {
  it('sets every status from every other, with its times', async () => {
    const iid = await anAlert();
    const statuses = ['acknowledged', 'resolved', 'ignored', 'triggered', 'resolved', 'acknowledged', 'triggered'];
    const seen = [];
    for (const status of statuses) {
      const { body } = await developer.api.put(path(iid), { status });
      seen.push([body.status, body.ended_at !== null, body.acknowledged_at !== null]);
    }

    expect(seen).toEqual(statuses.map((status) => [status, status === 'resolved', true]));
  });

  it('assigns one Developer of the project', async () => {
    const iid = await anAlert();
    const reporter = await aMember(app, { project }, REPORTER);
    const put = async (body: object) => (await developer.api.put(path(iid), body)).body;
    const names = ({ assignees }: { assignees: { id: number }[] }) => assignees.map(({ id }) => id);
    const refused = { message: { assignee_ids: ['is invalid'] } };

    expect(names(await put({ assignee_ids: [developer.id] }))).toEqual([developer.id]);
    expect(names(await put({ assignee_id: owner.id }))).toEqual([owner.id]);
    expect(names(await put({ assignee_ids: [] }))).toEqual([]);
    expect(names(await put({ assignee_ids: [owner.id, owner.id] }))).toEqual([owner.id]);
    expect(names(await put({ assignee_id: 0 }))).toEqual([]);
    expect(await put({ assignee_ids: [owner.id, developer.id] })).toEqual(refused);
    expect(await put({ assignee_ids: [reporter.id], status: 'ignored' })).toEqual(refused);
    expect(await put({ assignee_ids: [owner.id, developer.id], status: 'odd' })).toEqual({
      message: { status: ['does not have a valid value'], assignee_ids: ['is invalid'] },
    });
    expect((await developer.api.get(path(iid))).body.status).toBe('triggered');
  });

  it('refuses nothing and odd words', async () => {
    const iid = await anAlert();

    expect((await developer.api.put(path(iid), {})).body).toEqual({ message: '400 (Bad request) "status" not given' });
    expect((await developer.api.put(path(iid), { status: 'odd' })).body).toEqual({
      message: { status: ['does not have a valid value'] },
    });
  });

  it('never leaves two unresolved alerts of a fingerprint: of two requests one is 409', async () => {
    const fingerprint = unique('same');
    const [one, two] = [await anAlert({ fingerprint, end_time: 1 }), 0];
    await developer.api.put(path(one), { status: 'triggered' });
    await send({ fingerprint, end_time: 2 });
    const second = (await send({ fingerprint })).body[0].iid as number;
    await send({ fingerprint, end_time: 3 });
    const answers = await Promise.all(
      [one, second].map((iid) => developer.api.put(path(iid), { status: 'triggered' })),
    );

    expect(two).toBe(0);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toEqual({
      message: '409 Conflict - An unresolved alert with the same fingerprint exists',
    });
  });

  it('honours If-Match and If-Unmodified-Since', async () => {
    const iid = await anAlert();
    const read = await developer.api.get(path(iid));
    const etag = read.headers.get('etag')!;
    const put = async (headers: Record<string, string>) =>
      (await developer.api.put(path(iid), { status: 'ignored' }, { headers })).status;

    expect(read.headers.get('last-modified')).not.toBeNull();
    expect(await put({ 'If-Match': '"other"' })).toBe(412);
    expect(await put({ 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).toBe(412);
    expect(await put({ 'If-Match': etag })).toBe(200);
    expect(await put({ 'If-Match': etag })).toBe(412);
  });

  it('is 403 in an archived project, which is read on', async () => {
    const own = await aProject(owner.api);
    await alertSender(await anAlertIntegration(owner.api, own.id))({ title: 'x' });
    await owner.api.post(`projects/${own.id}/archive`);

    expect(await owner.api.put(path(1, own.id), { status: 'resolved' })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The project is archived' },
    });
    expect((await owner.api.post(path('1/incident', own.id))).status).toBe(403);
    expect((await owner.api.get(path(1, own.id))).status).toBe(200);
  });
});

describe('GET /projects/:id/alert_management_alerts/:iid/occurrences', () => {
  it('answers each intake, the newest first, and keeps the newest 1,000', async () => {
    const fingerprint = unique('often');
    const iid = await anAlert({ fingerprint, n: 0 });
    const repeated = Array.from({ length: 1004 }, (_, index) => ({ fingerprint, n: index + 1 }));
    for (let start = 0; start < repeated.length; start += 100) {
      await Promise.all(repeated.slice(start, start + 100).map((payload) => send(payload)));
    }
    await send({ fingerprint, end_time: '2026-01-01T00:00:00Z' });
    const { headers, body } = await developer.api.get(`${path(`${iid}/occurrences`)}?per_page=2`);

    expect(headers.get('x-total')).toBe('1000');
    expect(headers.get('etag')).toMatch(/^W\//);
    expect(body[0]).toEqual({
      id: expect.any(Number),
      received_at: expect.any(String),
      outcome: 'resolved',
      started_at: expect.any(String),
      ended_at: '2026-01-01T00:00:00.000Z',
      integration: { id: expect.any(Number), name: expect.any(String), type: 'http' },
      payload: { fingerprint, end_time: '2026-01-01T00:00:00Z' },
    });
    expect(body[1].outcome).toBe('grouped');
    expect((await developer.api.get(path(iid))).body.events).toBe(1005);
  });
});
