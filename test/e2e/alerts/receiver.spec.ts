import { createHash } from 'node:crypto';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { aNotification, anAlertIntegration } from '../../builders/alerts.js';
import type { TestIntegration } from '../../builders/alerts.js';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { alertSender } from '../../support/alert-sender.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
let integration: TestIntegration;
let send: ReturnType<typeof alertSender>;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  const group = await aGroup(owner.api);
  const below = await aGroup(owner.api, { parent_id: group.id });
  project = await aProject(owner.api, { namespace_id: below.id });
  integration = await anAlertIntegration(owner.api, project.id);
  send = alertSender(integration);
});
afterAll(() => app.close());

const alerts = (id = project.id) => `projects/${id}/alert_management_alerts`;
/** The alert that the answer names first. */
const alertOf = async ({ body }: { body: { iid: number }[] }) =>
  (await owner.api.get(`${alerts()}/${body[0]!.iid}`)).body;
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const REFUSED = { status: 401, body: { message: '401 Unauthorized' } };

describe('POST :namespace/:project/alerts/notify.json', () => {
  it('answers 200 with iid and title of the new alert and tells the outcome', async () => {
    const answer = await send({ title: 'Disk full', extra: { deep: [1] } });

    expect(answer).toMatchObject({ status: 200, body: [{ iid: expect.any(Number), title: 'Disk full' }] });
    expect(Object.keys(answer.body[0])).toEqual(['iid', 'title']);
    expect(answer.headers.get('x-alert-outcome')).toBe('created');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('takes the address without .json and in any case', async () => {
    const bare = integration.url.replace('.json', '');
    const upper =
      app.url +
      integration.url.slice(app.url.length).toUpperCase().replace('/ALERTS/NOTIFY.JSON', '/alerts/notify.json');

    expect((await alertSender({ ...integration, url: bare })({ title: 'a' })).status).toBe(200);
    expect((await alertSender({ ...integration, url: upper })({ title: 'a' })).status).toBe(200);
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('answers 405 to %s', async (method) => {
    const { status, text, headers } = await send({}, { method });

    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    expect(text).toBe(method === 'HEAD' ? '' : '{"error":"405 Not Allowed"}');
  });
});

describe('credentials of the receiver', () => {
  it.each([
    ['Bearer', (key: string) => `Bearer ${key}`],
    ['bearer in another case', (key: string) => `bEaReR ${key}`],
    ['Basic with a blank user', (key: string) => basic('', key)],
    ['Basic with any user', (key: string) => basic('somebody', key)],
  ])('%s opens it', async (_name, header) => {
    const answer = await send({ title: 'in' }, { key: null, headers: { Authorization: header(integration.token) } });

    expect(answer.status).toBe(200);
  });

  it.each([
    ['nothing', () => ({})],
    ['a wrong key', () => ({ Authorization: `Bearer ${'0'.repeat(32)}` })],
    ['the key without a scheme', () => ({ Authorization: integration.token })],
    ['the key as the user of Basic', () => ({ Authorization: basic(integration.token, '') })],
    ['the access token of a maintainer', () => ({ Authorization: `Bearer ${owner.token}` })],
    ['the access token in its own header', () => ({ 'PRIVATE-TOKEN': owner.token })],
  ])('%s is 401', async (_name, headers) => {
    const answer = await send({ title: 'no' }, { key: null, headers: headers() });

    expect(answer).toMatchObject(REFUSED);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="alerts"');
  });

  it('answers the same bytes for whatever is unknown or wrong', async () => {
    const path = project.path_with_namespace;
    const addresses = [
      `/${path}/alerts/notify.json?token=${integration.token}`,
      `/${path}x/alerts/notify.json`,
      `/${path}/alerts/notify/name/unknown.json`,
      `/${path}/alerts/notify/name/not-an-identifier.json`,
      `/${path}/prometheus/alerts/notify.json`,
      `/%00/alerts/notify.json`,
      `/%ff%fe/alerts/notify.json`,
    ];
    const answers = await Promise.all(
      addresses.map((address) => alertSender({ url: app.url + address, token: 'x' })('not json')),
    );

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['401 {"message":"401 Unauthorized"}']),
    );
  });
});

describe('what the receiver refuses', () => {
  it.each([
    ['more than 1 MiB', () => JSON.stringify({ title: 'x'.repeat(1_048_576) }), 'The payload is too large'],
    ['more than 100 levels', () => `{"a":${'['.repeat(100)}${']'.repeat(100)}}`, 'The payload is too large'],
    ['no JSON', () => 'title=x', 'The payload must be a JSON object'],
    ['nothing', () => '', 'The payload must be a JSON object'],
    ['a list', () => '[{"title":"x"}]', 'The payload must be a JSON object'],
    ['a number', () => '1', 'The payload must be a JSON object'],
    ['null', () => 'null', 'The payload must be a JSON object'],
  ])('%s is 400', async (_name, body, reason) => {
    expect(await send(body())).toMatchObject({ status: 400, body: { message: `400 Bad request - ${reason}` } });
  });

  it('inflates no more than 1 MiB', async () => {
    const bomb = gzipSync(`{"title":"${'x'.repeat(30_000_000)}"}`);

    expect(await send(bomb, { headers: { 'Content-Encoding': 'gzip' } })).toMatchObject({
      status: 400,
      body: { message: '400 Bad request - The payload is too large' },
    });
  });

  it('an inactive integration is 403, and so is an archived project', async () => {
    const own = await aProject(owner.api);
    const { id, ...address } = await anAlertIntegration(owner.api, own.id);
    const post = alertSender(address);
    await owner.api.put(`projects/${own.id}/alert_integrations/${id}`, { active: false });
    const inactive = await post({});
    const wrong = await post({}, { key: 'x' });
    await owner.api.put(`projects/${own.id}/alert_integrations/${id}`, { active: true });
    await owner.api.post(`projects/${own.id}/archive`);
    const archived = await post('not json');

    expect(inactive).toMatchObject({ status: 403, body: { message: '403 Forbidden - The integration is inactive' } });
    expect(wrong).toMatchObject(REFUSED);
    expect(archived).toMatchObject({ status: 403, body: { message: '403 Forbidden - The project is archived' } });
  });
});

describe('bodies of the receiver', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'image/png'])(
    'JSON called %s is taken',
    async (type) => {
      expect(await send({ title: type }, { headers: { 'Content-Type': type } })).toMatchObject({
        status: 200,
        body: [{ title: type }],
      });
    },
  );

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ])('%s is inflated', async (encoding, deflate) => {
    const answer = await send(deflate('{"title":"small"}'), { headers: { 'Content-Encoding': encoding } });

    expect(answer).toMatchObject({ status: 200, body: [{ title: 'small' }] });
  });

  it('skips a byte order mark, takes the last of equal keys and replaces what cannot be stored', async () => {
    const odd = `\ufeff{"title":"first","title":"a\\u0000b\\ud800c","__proto__":{"x":1},"constructor":1e999}`;
    const alert = await alertOf(await send(odd));

    expect(alert.title).toBe('ab\ufffdc');
    expect(Object.keys(alert.payload)).toEqual(['title', '__proto__', 'constructor']);
    expect(alert.payload.constructor).toBeNull();
  });
});

describe('fields of a generic payload', () => {
  const cases: [string, object, object][] = [
    ['nothing', {}, { title: 'New: Alert', description: null, severity: 'critical', hosts: [], service: null }],
    [
      'blanks',
      { title: ' ', description: [], service: {}, hosts: [''] },
      { title: 'New: Alert', description: null, hosts: [] },
    ],
    [
      'scalars as text',
      { title: 5, description: true, service: 1.5 },
      { title: '5', description: 'true', service: '1.5' },
    ],
    ['objects as blanks', { title: { a: 1 }, description: [1] }, { title: 'New: Alert', description: null }],
    ['a long title', { title: '\u{1f600}'.repeat(201) }, { title: `${'\u{1f600}'.repeat(197)}...` }],
    ['a title of 200', { title: 'x'.repeat(200) }, { title: 'x'.repeat(200) }],
    ['a long description', { description: 'x'.repeat(1001) }, { description: `${'x'.repeat(997)}...` }],
    ['a long tool', { monitoring_tool: 'x'.repeat(101) }, { monitoring_tool: `${'x'.repeat(97)}...` }],
    ['one host', { hosts: 'a' }, { hosts: ['a'] }],
    ['nested hosts', { hosts: ['a', ['b', [1, null, '']]] }, { hosts: ['a', 'b', '1'] }],
    ['long hosts', { hosts: ['x'.repeat(250), 'y'.repeat(6), 'z'] }, { hosts: ['x'.repeat(250)] }],
    ['one long host', { hosts: ['x'.repeat(300)] }, { hosts: [`${'x'.repeat(252)}...`] }],
    ['a severity in another case', { severity: ' HIGH ' }, { severity: 'high' }],
    ['an unknown severity', { severity: 'terrible' }, { severity: 'critical' }],
    ['an environment', { service_environment_name: 'production' }, { environment: 'production' }],
    ['another environment', { my_environment_name: 'staging' }, { environment: 'staging' }],
    ['its own environment first', { a_environment_name: 'a', service_environment_name: '' }, { environment: null }],
  ];
  it.each(cases)('%s', async (name, payload, fields) => {
    const alert = await alertOf(await send({ ...payload, fingerprint: unique(name) }));

    expect(alert).toMatchObject(fields);
    expect(alert.payload).toMatchObject(payload);
  });

  it.each([
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.678+02:00', '2026-01-02T01:04:05.678Z'],
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['Fri, 02 Jan 2026 03:04:05 +0200', '2026-01-02T01:04:05.000Z'],
    ['2 Jan 2026 03:04:05 GMT', '2026-01-02T03:04:05.000Z'],
    [1_767_323_045, '2026-01-02T03:04:05.000Z'],
    ['1767323045', '2026-01-02T03:04:05.000Z'],
    [1_767_323_045_678, '2026-01-02T03:04:05.678Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['2026-01-02T24:00:00Z', '2026-01-03T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ])('start_time %s', async (time, stored) => {
    const alert = await alertOf(await send({ start_time: time, fingerprint: unique('time') }));

    expect(alert.started_at).toBe(stored);
  });

  it.each([
    [''],
    ['soon'],
    ['2026-02-30T00:00:00Z'],
    ['2026-01-02T03:04:75Z'],
    ['2026-01-02T03:04:05+99:00'],
    ['2 Jan 2026 03:04:05 +0260'],
    [null],
    [{}],
    ['-1000-01-01T00:00:00Z'],
    [1e300],
    [true],
  ])('start_time %s is the time of receipt', async (time) => {
    const alert = await alertOf(await send({ start_time: time, fingerprint: unique('time') }));

    expect(Math.abs(Date.parse(alert.started_at) - Date.now())).toBeLessThan(60_000);
  });
});

describe('fingerprints', () => {
  it.each([
    ['a text', 'text', sha1('text')],
    ['a number', 7, sha1('7')],
    ['a list of one', ['text2'], sha1('text2')],
    ['a list', ['a', ['b', 1]], sha1('a\nb\n1')],
    ['an object', { b: 1, a: [true] }, sha1('{"a":[true],"b":1}')],
  ])('%s is given', async (_name, fingerprint, value) => {
    expect((await alertOf(await send({ fingerprint }))).fingerprint).toBe(value);
  });

  it('is computed without start_time, hosts, end_time and fingerprint, whatever the order of keys', async () => {
    const first = await send('{"z":1.0,"title":"computed","start_time":1,"hosts":["a"]}');
    const second = await send('{"title":"computed","hosts":"b","fingerprint":"","z":1}');
    const other = await send({ title: 'computed', z: 2 });

    expect(second.body).toEqual(first.body);
    expect(second.headers.get('x-alert-outcome')).toBe('grouped');
    expect(other.headers.get('x-alert-outcome')).toBe('created');
    expect((await alertOf(first)).fingerprint).toBe(sha1('{"title":"computed","z":1}'));
  });

  it('sorts keys by code point', async () => {
    const alert = await alertOf(await send({ '\u{1f600}': 1, '\uffff': 2 }));

    expect(alert.fingerprint).toBe(sha1('{"\uffff":2,"\u{1f600}":1}'));
  });
});

describe('grouping and recovery', () => {
  const at = '2026-01-02T03:04:05.000Z';

  it('groups into an unresolved alert of any status and keeps what was seen first', async () => {
    const fingerprint = unique('grouped');
    const first = await send({ fingerprint, title: 'first', severity: 'low' });
    for (const [index, status] of ['triggered', 'acknowledged', 'ignored'].entries()) {
      await owner.api.put(`${alerts()}/${first.body[0].iid}`, { status });
      const next = await send({ fingerprint, title: 'later', severity: 'high' });

      expect(next.body).toEqual(first.body);
      expect(next.headers.get('x-alert-outcome')).toBe('grouped');
      expect(await alertOf(next)).toMatchObject({ title: 'first', severity: 'low', status, events: index + 2 });
    }
  });

  it('resolves, does not count, and repeats without a change', async () => {
    const fingerprint = unique('resolved');
    const first = await send({ fingerprint, title: 'x' });
    const end = await send({ fingerprint, end_time: at });
    const resolved = await alertOf(end);
    const again = await send({ fingerprint, end_time: '2026-05-05T00:00:00Z' });

    expect([end, again].map(({ headers }) => headers.get('x-alert-outcome'))).toEqual(['resolved', 'unchanged']);
    expect(end.body).toEqual(first.body);
    expect(resolved).toMatchObject({ status: 'resolved', ended_at: at, events: 1, title: 'x' });
    expect(await alertOf(again)).toEqual(resolved);
  });

  it('makes a new alert after a resolved one', async () => {
    const fingerprint = unique('again');
    const first = await send({ fingerprint });
    await send({ fingerprint, end_time: at });
    const second = await send({ fingerprint });

    expect(second.headers.get('x-alert-outcome')).toBe('created');
    expect(second.body[0].iid).toBeGreaterThan(first.body[0].iid);
    expect((await alertOf(first)).status).toBe('resolved');
  });

  it('records a recovery of nothing as resolved, once', async () => {
    const fingerprint = unique('recorded');
    const first = await send({ fingerprint, end_time: at });
    const second = await send({ fingerprint, end_time: at });

    expect([first, second].map(({ headers }) => headers.get('x-alert-outcome'))).toEqual(['recorded', 'unchanged']);
    expect(second.body).toEqual(first.body);
    expect(await alertOf(first)).toMatchObject({ status: 'resolved', started_at: at, ended_at: at, events: 1 });
  });

  it.each([[''], ['soon'], [null], ['0001-01-01T00:00:00Z'], ['0001-01-01T00:00:00+00:00']])(
    'end_time %s is no end',
    async (end_time) => {
      expect((await send({ fingerprint: unique('end'), end_time })).headers.get('x-alert-outcome')).toBe('created');
    },
  );

  it('numbers alerts of a project without gaps and groups over integrations', async () => {
    const own = await aProject(owner.api);
    const senders = [
      alertSender(await anAlertIntegration(owner.api, own.id)),
      alertSender(await anAlertIntegration(owner.api, own.id)),
    ];
    const fingerprints = Array.from({ length: 40 }, (_, index) => `f${index % 8}`);
    const answers = await Promise.all(fingerprints.map((fingerprint, index) => senders[index % 2]!({ fingerprint })));
    const listed = (await owner.api.get(`${alerts(own.id)}?order_by=iid&sort=asc`)).body;

    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(listed.map(({ iid, events }: { iid: number; events: number }) => [iid, events])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((iid) => [iid, 5]),
    );
  });
});

describe('Alertmanager notifications', () => {
  const startsAt = '2026-01-02T03:04:05.678Z';
  const item = (fields: object = {}) => ({
    status: 'firing',
    labels: { alertname: 'Down', severity: 'warning', instance: 'host:1', job: 'node' },
    annotations: { summary: 'It is down', description: 'Long', runbook_url: 'http://r.example.com' },
    startsAt,
    endsAt: '0001-01-01T00:00:00Z',
    generatorURL: 'http://p.example.com/graph?g0.expr=up%3D%3D0&g0.tab=1',
    fingerprint: unique('fp'),
    ...fields,
  });

  it('reads the fields of an item', async () => {
    const sent = item();
    const alert = await alertOf(await send(aNotification([sent])));

    expect(alert).toMatchObject({
      title: 'It is down',
      description: 'Long',
      severity: 'low',
      service: 'node',
      hosts: ['host:1'],
      monitoring_tool: 'Prometheus',
      runbook: 'http://r.example.com',
      started_at: startsAt,
      payload: sent,
      fingerprint: sha1(`${startsAt}/Down/up==0/${sent.fingerprint}`),
    });
  });

  it.each([
    ['/graph?g0.expr=up%3D%3D0&g0.tab=1', 'up==0'],
    ['http://no host/graph?g0.expr=up+%3E+1#g0.expr=x', 'up > 1'],
    ['http://p.example.com/graph#?g0.expr=up', ''],
    ['up', ''],
  ])('the generator %s is of the expression "%s"', async (generatorURL, expression) => {
    const sent = item({ generatorURL });
    const alert = await alertOf(await send(aNotification([sent])));

    expect(alert.fingerprint).toBe(sha1(`${startsAt}/Down/${expression}/${sent.fingerprint}`));
  });

  it.each([
    ['page', 'high'],
    ['S3', 'medium'],
    ['Warn', 'low'],
    ['notice', 'info'],
    ['unknown', 'unknown'],
    ['odd', 'critical'],
    ['constructor', 'critical'],
  ])('severity %s is %s', async (severity, read) => {
    const alert = await alertOf(await send(aNotification([item({ labels: { alertname: 'A', severity } })])));

    expect(alert.severity).toBe(read);
  });

  it('handles each item on its own, skips broken ones and answers each alert once', async () => {
    const one = item();
    const two = item({ labels: { alertname: 'Other' }, annotations: {} });
    const answer = await send(
      aNotification([1, two, item({ startsAt: 'x' }), one, item({ labels: {}, annotations: {} }), two]),
    );
    const skipped = await send(aNotification(['x']));

    expect(answer.body.map(({ title }: { title: string }) => title)).toEqual(['Other', 'It is down']);
    expect(answer.headers.get('x-alert-outcome')).toBe('created,created');
    expect((await alertOf(answer)).events).toBe(2);
    expect(skipped).toMatchObject({ status: 200, text: '[]' });
  });

  it('resolves by status alone, and takes a later start as a new alert', async () => {
    const fired = item();
    const first = await send(aNotification([fired]));
    const ended = await send(aNotification([{ ...fired, status: 'resolved', endsAt: '2026-02-02T00:00:00Z' }]));
    const again = await send(aNotification([{ ...fired, startsAt: '2026-03-03T00:00:00Z' }]));

    expect(ended.body).toEqual(first.body);
    expect(await alertOf(ended)).toMatchObject({ status: 'resolved', ended_at: '2026-02-02T00:00:00.000Z' });
    expect(again.headers.get('x-alert-outcome')).toBe('created');
  });

  it('drops items beyond 1,000', async () => {
    const answer = await send(aNotification(Array.from({ length: 1003 }, () => 1)));

    expect([answer.status, answer.headers.get('x-alerts-dropped')]).toEqual([200, '3']);
  });

  it('is all that the Prometheus address takes', async () => {
    const post = alertSender(await anAlertIntegration(owner.api, project.id, { type: 'prometheus' }));
    const fired = await post(aNotification([item()]));
    const generic = await post({ title: 'x' });
    const other = await post(aNotification([item()], { version: '3' }));

    expect(fired.status).toBe(200);
    for (const answer of [generic, other]) {
      expect(answer).toMatchObject({
        status: 422,
        body: { message: '422 Unprocessable Entity - The payload is not an Alertmanager notification' },
      });
    }
  });
});

describe('dry_run=true', () => {
  it('explains and stores nothing', async () => {
    const fingerprint = unique('dry');
    const before = (await owner.api.get(`${alerts()}/status_counts`)).body;
    const [explained] = (await send({ fingerprint, title: 'x', dry_run: false }, { query: '?dry_run=true' })).body;
    const after = (await owner.api.get(`${alerts()}/status_counts`)).body;

    expect(after).toEqual(before);
    expect(explained).toMatchObject({
      title: 'x',
      severity: 'critical',
      event: 'firing',
      fingerprint: sha1(fingerprint),
      fingerprint_source: 'given',
      outcome: 'created',
      alert: null,
      sources: { title: 'field', severity: 'default', fingerprint: 'field' },
    });
    expect(Object.keys(explained).sort()).toEqual(
      [
        ...['title', 'description', 'severity', 'hosts', 'service', 'monitoring_tool', 'environment', 'started_at'],
        ...['ended_at', 'event', 'fingerprint', 'fingerprint_source', 'outcome', 'alert', 'reason', 'sources'],
      ].sort(),
    );
  });

  it('is any word for true, and nothing else', async () => {
    const outcomes = await Promise.all(
      ['1', 'Yes', 'false', 'x'].map((word) => send({ title: unique('dry') }, { query: `?dry_run=${word}` })),
    );

    expect(outcomes.map(({ headers }) => headers.get('x-alert-outcome'))).toEqual([null, null, 'created', 'created']);
  });

  it('tells of the alert that it would join, of recoveries and of skipped items', async () => {
    const fingerprint = unique('dry');
    const { body } = await send({ fingerprint, title: 'x' });
    const dry = async (payload: object) => (await send(payload, { query: '?dry_run=true' })).body;
    const [grouped] = await dry({ fingerprint });
    const [resolved] = await dry({ fingerprint, end_time: 1 });
    const [recorded] = await dry({ fingerprint: unique('none'), end_time: 1 });
    const [skipped] = await dry(aNotification([{}]));

    expect(grouped).toMatchObject({ outcome: 'grouped', alert: { ...body[0], status: 'triggered', events: 1 } });
    expect(resolved).toMatchObject({ outcome: 'resolved', event: 'recovery' });
    expect(recorded).toMatchObject({ outcome: 'recorded', alert: null });
    expect(skipped).toMatchObject({ outcome: 'skipped', reason: 'The item has no usable startsAt.' });
  });

  it('judges an item after those before it in the batch, as the intake does', async () => {
    const item = { fingerprint: unique('batch'), startsAt: '2024-01-01T00:00:00Z', labels: { alertname: 'Batch' } };
    const firing = { ...item, status: 'firing' };
    const recovery = { ...item, status: 'resolved' };
    const batch = aNotification([firing, {}, firing, recovery, recovery, firing]);
    const { body } = await send(batch, { query: '?dry_run=true' });

    // contract: alerts §1.6, §1.9
    expect(body.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'created',
      'skipped',
      'grouped',
      'resolved',
      'unchanged',
      'created',
    ]);
    expect(body.map(({ alert }: { alert: unknown }) => alert)).toEqual([null, null, null, null, null, null]);
  });
});

describe('an integration that goes', () => {
  it('leaves its alerts and answers 401 at once', async () => {
    const gone = await anAlertIntegration(owner.api, project.id);
    const post = alertSender(gone);
    const alert = await post({ title: unique('kept') });
    const developer = await aMember(app, { project }, DEVELOPER);
    await owner.api.delete(`projects/${project.id}/alert_integrations/${gone.id}`);
    const kept = await developer.api.get(`${alerts()}/${alert.body[0].iid}`);

    expect(await post({})).toMatchObject(REFUSED);
    expect(kept).toMatchObject({ status: 200, body: { integration: null } });
  });
});
