import { createHmac } from 'node:crypto';
import { aNotification, anAlertIntegration } from '../../builders/alerts.js';
import { aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { alertSender } from '../../support/alert-sender.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, REPORTER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let reporter: TestUser;
let stranger: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  [owner, stranger] = [await aUser(app), await aUser(app)];
  project = await aProject(owner.api);
  developer = await aMember(app, { project }, DEVELOPER);
  reporter = await aMember(app, { project }, REPORTER);
});
afterAll(() => app.close());

const path = (rest: string | number = '', id = project.id) =>
  `projects/${id}/alert_integrations${rest === '' ? '' : `/${rest}`}`;
const invalid = (field: string, text: string) => ({ status: 400, body: { message: { [field]: [text] } } });

describe('POST /projects/:id/alert_integrations', () => {
  it('answers 201 with the whole record; the first has the short address', async () => {
    const own = await aProject(owner.api);
    const { status, body } = await owner.api.post(path('', own.id), { name: 'Näme of it', token: 'x', url: 'x' });
    const second = await owner.api.post(path('', own.id), { name: 'Näme of it' });
    const prometheus = await owner.api.post(path('', own.id), { name: 'P', type: 'prometheus' });
    const root = `${app.url}/${own.path_with_namespace}`;

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      project_id: own.id,
      name: 'Näme of it',
      type: 'http',
      active: true,
      endpoint_identifier: 'legacy',
      url: `${root}/alerts/notify.json`,
      token: expect.stringMatching(/^[0-9a-f]{32}$/),
      payload_example: null,
      payload_attribute_mappings: {},
      signature_required: false,
      auto_resolve_after: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      last_event_at: null,
    });
    expect(second.body.endpoint_identifier).toMatch(/^[0-9a-f]{16}$/);
    expect(second.body.url).toBe(`${root}/alerts/notify/n-me-of-it/${second.body.endpoint_identifier}.json`);
    expect(prometheus.body).toMatchObject({
      endpoint_identifier: 'legacy-prometheus',
      url: `${root}/prometheus/alerts/notify.json`,
    });
    for (const made of [body, second.body, prometheus.body]) {
      expect((await alertSender(made)(aNotification([]))).status).toBe(200);
    }
    expect((await owner.api.post(path('', own.id), { name: 'P', type: 'prometheus' })).body).toEqual({
      message: '409 Conflict - The project already has a Prometheus integration',
    });
  });

  it.each([
    [{}, { status: 400, body: { message: '400 (Bad request) "name" not given' } }],
    [{ name: ' ' }, invalid('name', "can't be blank")],
    [{ name: 'x'.repeat(256) }, invalid('name', 'is too long (maximum is 255 characters)')],
    [{ name: 'x', type: 'other' }, invalid('type', 'does not have a valid value')],
    [
      { name: 'x', payload_attribute_mappings: { other: { path: ['a'] } } },
      invalid('payload_attribute_mappings', 'is invalid'),
    ],
    [
      { name: 'x', payload_attribute_mappings: { title: { path: [] } } },
      invalid('payload_attribute_mappings', 'is invalid'),
    ],
    [
      { name: 'x', payload_attribute_mappings: { title: { path: [1.5] } } },
      invalid('payload_attribute_mappings', 'is invalid'),
    ],
    [
      { name: 'x', payload_attribute_mappings: { title: { path: 'a' } } },
      invalid('payload_attribute_mappings', 'is invalid'),
    ],
    [
      { name: 'x', payload_attribute_mappings: { severity: { path: ['a'], values: { a: 'odd' } } } },
      invalid('payload_attribute_mappings', 'is invalid'),
    ],
    [{ name: 'x', payload_example: '[1]' }, invalid('payload_example', 'is invalid')],
    [{ name: 'x', payload_example: [1] }, invalid('payload_example', 'is invalid')],
    [{ name: 'x', auto_resolve_after: 59 }, invalid('auto_resolve_after', 'is invalid')],
    [{ name: 'x', signature_required: true }, invalid('signature_required', 'needs a signing secret')],
  ])('refuses %j', async (fields, answer) => {
    expect(await owner.api.post(path(), fields)).toMatchObject(answer);
  });

  it('makes one legacy of parallel first ones, and no more than 100', async () => {
    const own = await aProject(owner.api);
    const made = await Promise.all(
      Array.from({ length: 101 }, (_, index) => owner.api.post(path('', own.id), { name: `n${index}` })),
    );

    expect(made.filter(({ body }) => body.endpoint_identifier === 'legacy')).toHaveLength(1);
    expect(made.filter(({ status }) => status !== 201).map(({ body }) => body)).toEqual([
      { message: '422 Unprocessable Entity - The project has too many alert integrations' },
    ]);
  });
});

describe('the roles of alert integrations', () => {
  it('let Developers read without the key and Maintainers change', async () => {
    const { id } = await anAlertIntegration(owner.api, project.id);
    const verbs = async (user: TestUser) => [
      (await user.api.get(path())).status,
      (await user.api.get(path(id))).status,
      (await user.api.post(path(), { name: 'x' })).status,
      (await user.api.put(path(id), {})).status,
      (await user.api.post(path(`${id}/reset_token`))).status,
      (await user.api.post(path(`${id}/test`))).status,
    ];

    expect(await verbs(developer)).toEqual([200, 200, 403, 403, 403, 200]);
    expect(await verbs(reporter)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await verbs(stranger)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await developer.api.get(path(id))).body).not.toHaveProperty('token');
    expect((await owner.api.get(path(id))).body.token).toMatch(/^[0-9a-f]{32}$/);
  });

  it('answer 404 for one of another project', async () => {
    const other = await aProject(owner.api);
    const { id } = await anAlertIntegration(owner.api, other.id);

    expect(await owner.api.get(path(id))).toMatchObject({
      status: 404,
      body: { message: '404 Alert Integration Not Found' },
    });
  });
});

describe('changes of an alert integration', () => {
  it('PUT changes what is sent and keeps the rest', async () => {
    const mapping = {
      title: { path: ['event', 'names', 1], fallback: { path: ['name'] }, type: 'string', label: 'Title' },
      severity: { path: ['level'], fallback: { path: ['level', 'name'] }, values: { SEV1: 'high' } },
      end_time: { path: ['until'] },
      fingerprint: { path: ['no', 'such'] },
    };
    const made = await anAlertIntegration(owner.api, project.id, { payload_attribute_mappings: mapping });
    const send = alertSender(made);
    const read = async (payload: object) => {
      const { body } = await send(payload);
      return (await owner.api.get(`projects/${project.id}/alert_management_alerts/${body[0].iid}`)).body;
    };
    const changed = await owner.api.put(path(made.id), { name: 'new', active: true, payload_example: '{"a":1}' });

    expect(changed.body).toMatchObject({ name: 'new', payload_attribute_mappings: mapping, payload_example: { a: 1 } });
    expect(await read({ event: { names: [0, 'mapped'] }, level: 'sev1' })).toMatchObject({
      title: 'mapped',
      severity: 'high',
    });
    expect(await read({ name: 'fallen back', title: 'own', level: 'LOW' })).toMatchObject({
      title: 'fallen back',
      severity: 'low',
    });
    expect(await read({ level: { name: 'sev1' } })).toMatchObject({ severity: 'high' }); // an object is no text
    expect(await read({ title: 'own' })).toMatchObject({ title: 'own', severity: 'critical' });
    expect(await read({ title: 'own', until: 5 })).toMatchObject({ title: 'own', status: 'resolved' });
    expect((await owner.api.put(path(made.id), { payload_example: null })).body.payload_example).toBeNull();
  });

  it('takes digits in the path of a form for an index where a list is', async () => {
    const made = await anAlertIntegration(owner.api, project.id);
    const form = new URLSearchParams([
      ['payload_attribute_mappings[title][path][]', 'names'],
      ['payload_attribute_mappings[title][path][]', '1'],
      ['payload_attribute_mappings[hosts][path][]', 'names'],
      ['payload_attribute_mappings[hosts][path][]', '0'],
    ]);
    const changed = await owner.api.send('PUT', path(made.id), form);
    const [first, second] = [
      await alertSender(made)({ names: ['a', 'mapped'] }),
      await alertSender(made)({ names: ['b', 'mapped'] }),
    ];

    expect(changed.status).toBe(200);
    expect(first.body).toEqual([{ iid: expect.any(Number), title: 'mapped' }]);
    expect(second.body).toEqual(first.body); // hosts make no difference
  });

  it('reset_token makes a new key and ends the old one', async () => {
    const made = await anAlertIntegration(owner.api, project.id);
    const reset = await owner.api.post(path(`${made.id}/reset_token`));

    expect(reset.status).toBe(201);
    expect(reset.body.token).not.toBe(made.token);
    expect((await alertSender(made)({})).status).toBe(401);
    expect((await alertSender(reset.body)({})).status).toBe(200);
  });

  it('DELETE honours If-Match', async () => {
    const { id } = await anAlertIntegration(owner.api, project.id);

    expect((await owner.api.delete(path(id), undefined, { headers: { 'If-Match': '"x"' } })).status).toBe(412);
    expect((await owner.api.delete(path(id))).status).toBe(204);
    expect((await owner.api.get(path(id))).status).toBe(404);
  });

  it('keep keys sealed and write audit events', async () => {
    const { id, token } = await anAlertIntegration(owner.api, project.id);
    const rows = await app.sql<{ row: string }>('select i::text as row from alert_integrations i where id = $1', [id]);
    const events = (await app.admin.get('audit_events?entity_type=Project&per_page=100')).body as {
      details: { target_id: number; target_type: string; custom_message: string };
    }[];
    const own = events.filter(({ details }) => details.target_type === 'AlertIntegration' && details.target_id === id);

    expect(rows[0]!.row).not.toContain(token);
    expect(rows[0]!.row).not.toContain(Buffer.from(token).toString('hex'));
    expect(own.map(({ details }) => details.custom_message)).toEqual(['Alert integration created']);
  });
});

describe('POST /projects/:id/alert_integrations/:integration_id/test', () => {
  it('makes a real alert of the payload, of its text, or of an example', async () => {
    const http = await anAlertIntegration(owner.api, project.id);
    const own = await aProject(owner.api);
    const prometheus = await anAlertIntegration(owner.api, own.id, { type: 'prometheus' });
    const sent = await developer.api.post(path(`${http.id}/test`), { payload: { title: 'tried' } });
    const text = await developer.api.post(path(`${http.id}/test`), { payload: '{"title":"as text"}' });
    const example = await developer.api.post(path(`${http.id}/test`));
    const notification = await owner.api.post(path(`${prometheus.id}/test`, own.id));

    expect([sent, text, example, notification].map(({ status, body }) => [status, body[0].title])).toEqual([
      [200, 'tried'],
      [200, 'as text'],
      [200, 'Test alert'],
      [200, 'Test alert'],
    ]);
    expect(sent.headers.get('x-alert-outcome')).toBe('created');
  });

  it('explains with dry_run, and refuses what is no object and inactive integrations', async () => {
    const { id } = await anAlertIntegration(owner.api, project.id);
    const dry = await owner.api.post(path(`${id}/test`), { payload: { title: unique('dry') }, dry_run: true });

    expect(dry).toMatchObject({ status: 200, body: [{ outcome: 'created' }] });
    expect(await owner.api.post(path(`${id}/test`), { payload: '[]' })).toMatchObject(invalid('payload', 'is invalid'));
    await owner.api.put(path(id), { active: false });
    expect(await owner.api.post(path(`${id}/test`))).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The integration is inactive' },
    });
  });
});

describe('signed intake', () => {
  const signed = (secret: string, body: string, { id = unique('msg'), at = Math.floor(Date.now() / 1000) } = {}) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,AAAA v1,${mac}` };
  };

  it('takes a valid signature without a key, and repeats the answer of an id', async () => {
    const made = await anAlertIntegration(owner.api, project.id);
    const created = await owner.api.post(path(`${made.id}/signing_secret`), { grace: 0 });
    const secret = created.body.signing_secret as string;
    const send = alertSender(made);
    const body = JSON.stringify({ title: unique('signed') });
    const headers = signed(secret, body);
    const answers = await Promise.all([1, 2, 3].map(() => send(body, { key: null, headers })));
    const iid = answers[0]!.body[0].iid as number;
    const alert = (await owner.api.get(`projects/${project.id}/alert_management_alerts/${iid}`)).body;

    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.map(({ headers: got }) => got.get('x-alert-replayed')).sort()).toEqual([null, 'true', 'true']);
    expect(alert.events).toBe(1);
    expect((await owner.api.get(path(made.id))).text).not.toContain(secret);
  });

  it('is 401 for another body, another secret and an old timestamp', async () => {
    const made = await anAlertIntegration(owner.api, project.id);
    const { signing_secret: secret } = (await owner.api.post(path(`${made.id}/signing_secret`))).body;
    const send = alertSender(made);
    const at = Math.floor(Date.now() / 1000);
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`;

    expect((await send('{"a":2}', { key: null, headers: signed(secret, '{"a":1}') })).status).toBe(401);
    expect((await send('{"a":1}', { key: null, headers: signed(other, '{"a":1}') })).status).toBe(401);
    expect((await send('{}', { key: null, headers: signed(secret, '{}', { at: at - 400 }) })).status).toBe(401);
    expect((await send('x'.repeat(2_000_000), { key: null, headers: signed(secret, '{}') })).status).toBe(401);
    expect((await send('{"a":1}', { headers: signed(other, '{"a":1}') })).status).toBe(200);
  });

  it('may be required, and old secrets go on for their grace', async () => {
    const made = await anAlertIntegration(owner.api, project.id);
    const first = (await owner.api.post(path(`${made.id}/signing_secret`))).body.signing_secret as string;
    const second = (await owner.api.post(path(`${made.id}/signing_secret`))).body.signing_secret as string;
    const required = await owner.api.put(path(made.id), { signature_required: true });
    const send = alertSender(made);
    const by = async (secret: string) => (await send('{}', { key: null, headers: signed(secret, '{}') })).status;

    expect(required.body.signature_required).toBe(true);
    expect((await send('{}')).status).toBe(401);
    expect([await by(first), await by(second)]).toEqual([200, 200]);
    await owner.api.post(path(`${made.id}/signing_secret`), { grace: 0 });
    expect([await by(first), await by(second)]).toEqual([401, 401]);
    expect((await owner.api.delete(path(`${made.id}/signing_secret`))).status).toBe(204);
    expect((await owner.api.get(path(made.id))).body.signature_required).toBe(false);
    expect((await send('{}')).status).toBe(200);
  });
});
