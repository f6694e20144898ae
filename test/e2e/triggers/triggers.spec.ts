import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { bad, notFound } from '../../support/answers.js';
import { ISO_TIME } from '../../support/times.js';

const TIME = expect.stringMatching(ISO_TIME);
const NOT_FOUND = notFound('Trigger');
const inOneDay = () => new Date(Date.now() + 86_400_000).toISOString();

let app: TestApp;
let owner: TestUser;
let project: TestProject;
let path: string;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
});
beforeEach(async () => {
  project = await aProject(owner.api);
  path = `projects/${project.id}/triggers`;
});
afterAll(() => app.close());

const aTrigger = async (fields: object = {}) => (await owner.api.post(path, { description: 'deploy', ...fields })).body;

describe('/projects/:id/triggers', () => {
  it('creates tokens with a description and shows them whole to their creator', async () => {
    const created = await owner.api.post(path, { description: 'my trigger' });

    expect(created.status).toBe(201);
    expect(created.headers.get('cache-control')).toBe('no-store');
    expect(created.body).toEqual({
      id: expect.any(Number),
      description: 'my trigger',
      created_at: TIME,
      updated_at: TIME,
      last_used: null,
      token: expect.stringMatching(/^[0-9a-f]{40}$/),
      owner: {
        id: owner.id,
        username: owner.username,
        name: expect.any(String),
        state: 'active',
        avatar_url: null,
        web_url: `${app.url}/${owner.username}`,
      },
      expires_at: null,
      allowed_refs: null,
      allowed_variables: null,
      previous_token_valid_until: null,
    });
    expect((await owner.api.get(`${path}/${created.body.id}`)).body).toEqual(created.body);
    expect((await owner.api.get(path)).body).toEqual([created.body]);
  });

  it('shows four characters to everybody else, administrators too', async () => {
    const trigger = await aTrigger();
    const maintainer = await aMember(app, { project }, 40);
    const first = trigger.token.slice(0, 4);

    for (const api of [maintainer.api, app.admin]) {
      expect((await api.get(path)).body[0].token).toBe(first);
      expect((await api.get(`${path}/${trigger.id}`)).body.token).toBe(first);
    }
  });

  it('stores tokens sealed, beside a digest', async () => {
    const { id, token } = await aTrigger();
    const [row] = await app.sql<Record<string, unknown>>('select * from ci_triggers where id = $1', [id]);
    const stored = Object.values(row!).map((value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    );

    expect(stored.join(' ')).not.toContain(token);
  });

  it.each([
    [{}, { status: 400, text: '{"message":"400 (Bad request) \\"description\\" not given"}' }],
    [{ description: '' }, bad('description', "can't be blank")],
    [{ description: ' \t ' }, bad('description', "can't be blank")],
    [{ description: 'x'.repeat(256) }, bad('description', 'is too long (maximum is 255 characters)')],
    [{ description: 'x', expires_at: 'soon' }, bad('expires_at', 'is invalid')],
    [{ description: 'x', expires_at: '2020-01-01T00:00:00Z' }, bad('expires_at', 'must be in the future')],
    [
      { description: ' ', expires_at: '2020-01-01T00:00:00Z' },
      { status: 400, body: { message: { description: ["can't be blank"], expires_at: ['must be in the future'] } } },
    ],
    [{ description: 'x', allowed_refs: ['r'.repeat(256)] }, bad('allowed_refs', 'is invalid')],
    [{ description: 'x', allowed_variables: ['a-b'] }, bad('allowed_variables', 'is invalid')],
  ])('refuses %j', async (fields, refusal) => {
    expect(await owner.api.post(path, fields)).toMatchObject(refusal);
    expect((await owner.api.get(path)).body).toEqual([]);
  });

  it('takes 255 characters, and a form', async () => {
    const description = 'é'.repeat(255);

    expect((await owner.api.post(path, { description })).body.description).toBe(description);
    expect((await owner.api.post(`${path}?description=by%20query`)).body.description).toBe('by query');
  });

  it('renames tokens for their creator and administrators alone', async () => {
    const trigger = await aTrigger();
    const maintainer = await aMember(app, { project }, 40);

    expect(await maintainer.api.put(`${path}/${trigger.id}`, { description: 'x' })).toMatchObject({
      status: 403,
      text: '{"message":"403 Forbidden"}',
    });
    expect((await owner.api.put(`${path}/${trigger.id}`)).body).toEqual(trigger);
    expect(await owner.api.put(`${path}/${trigger.id}`, { description: ' ' })).toMatchObject(
      bad('description', "can't be blank"),
    );
    expect((await app.admin.put(`${path}/${trigger.id}`, { description: 'by admin' })).body).toMatchObject({
      description: 'by admin',
      token: trigger.token.slice(0, 4),
    });
    expect((await owner.api.put(`${path}/${trigger.id}`, { description: 'mine' })).body).toMatchObject({
      description: 'mine',
      token: trigger.token,
    });
  });

  it('deletes tokens for any Maintainer, once', async () => {
    const trigger = await aTrigger();
    const maintainer = await aMember(app, { project }, 40);

    expect(await maintainer.api.delete(`${path}/${trigger.id}`)).toMatchObject({ status: 204, text: '' });
    expect(await maintainer.api.delete(`${path}/${trigger.id}`)).toMatchObject(NOT_FOUND);
    const kept = await aTrigger();
    const late = { 'If-Unmodified-Since': new Date(Date.now() - 60_000).toUTCString() };
    expect((await owner.api.send('DELETE', `${path}/${kept.id}`, undefined, { headers: late })).status).toBe(412);
    expect((await owner.api.get(`${path}/${kept.id}`)).status).toBe(200);
  });

  it('requires Maintainer', async () => {
    const { id } = await aTrigger();
    const developer = await aMember(app, { project }, 30);
    const stranger = await aUser(app);
    for (const [verb, end] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${id}`],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/rotate`],
    ] as const) {
      expect((await developer.api.send(verb, path + end)).status).toBe(403);
      expect((await app.anonymous.send(verb, path + end)).status).toBe(401);
      expect((await stranger.api.send(verb, path + end)).text).toBe('{"message":"404 Project Not Found"}');
    }
  });

  it('answers 404 for a token of another project, and for ids that are none', async () => {
    const other = await aProject(owner.api);
    const { id } = await aTrigger();

    expect(await owner.api.get(`projects/${other.id}/triggers/${id}`)).toMatchObject(NOT_FOUND);
    expect(await owner.api.get(`${path}/99999999999999999999999`)).toMatchObject(NOT_FOUND);
    for (const word of ['x', '-1', '1.5']) {
      expect(await owner.api.get(`${path}/${word}`)).toMatchObject({ status: 404, text: '{"error":"404 Not Found"}' });
    }
  });

  it('keeps tokens when their creator is demoted or deleted', async () => {
    const maintainer = await aMember(app, { project }, 40);
    const { id } = (await maintainer.api.post(path, { description: 'x' })).body;
    await owner.api.put(`projects/${project.id}/members/${maintainer.id}`, { access_level: 30 });

    expect((await maintainer.api.get(path)).status).toBe(403);
    await app.admin.delete(`users/${maintainer.id}`);
    expect((await owner.api.get(`${path}/${id}`)).body.owner).toBeNull();
  });

  it('keeps the tokens of an archived project as they are', async () => {
    const { id } = await aTrigger();
    await owner.api.post(`projects/${project.id}/archive`);
    const archived = { status: 403, text: '{"message":"403 Forbidden - The project is archived"}' };

    expect(await owner.api.post(path, { description: 'x' })).toMatchObject(archived);
    expect(await owner.api.put(`${path}/${id}`, { description: 'x' })).toMatchObject(archived);
    expect(await owner.api.delete(`${path}/${id}`)).toMatchObject(archived);
    expect(await owner.api.delete(`${path}/999999999`)).toMatchObject(NOT_FOUND);
    expect((await owner.api.get(path)).body).toHaveLength(1);
  });
});

describe('PUT /projects/:id/triggers/:trigger_id and POST /projects/:id/triggers/:trigger_id/rotate', () => {
  it('clear the expiry with an empty text, which a rotation takes for none', async () => {
    const expiry = inOneDay();
    const { id } = await aTrigger({ expires_at: expiry });

    expect((await owner.api.post(`${path}/${id}/rotate`, { expires_at: '' })).body.expires_at).toBe(expiry);
    expect((await owner.api.put(`${path}/${id}`, { expires_at: '' })).body.expires_at).toBeNull();
  });

  it('set limits, and clear them with null', async () => {
    const limits = { expires_at: inOneDay(), allowed_refs: ['main', 'release/*'], allowed_variables: [] as string[] };
    const { id, ...created } = await aTrigger(limits);
    const cleared = await owner.api.put(`${path}/${id}`, { expires_at: null, allowed_refs: null });

    expect(created).toMatchObject(limits);
    expect(cleared.body).toMatchObject({ expires_at: null, allowed_refs: null, allowed_variables: [] });
  });

  it('answer a new value at once, and keep the old one as long as is asked', async () => {
    const { id, token } = await aTrigger();
    const maintainer = await aMember(app, { project }, 40);
    const refused = await maintainer.api.post(`${path}/${id}/rotate`);
    const rotated = await owner.api.post(`${path}/${id}/rotate`, { keep_old_for: 60, expires_at: inOneDay() });
    const again = await owner.api.post(`${path}/${id}/rotate`);

    expect(refused.status).toBe(403);
    expect(rotated).toMatchObject({ status: 201, body: { id, expires_at: TIME, previous_token_valid_until: TIME } });
    expect(new Set([token, rotated.body.token, again.body.token]).size).toBe(3);
    expect(again.body.previous_token_valid_until).toBeNull();
    expect(again.body.expires_at).toBe(rotated.body.expires_at);
    expect((await owner.api.get(`${path}/${id}`)).body.token).toBe(again.body.token);
    expect(await owner.api.post(`${path}/${id}/rotate`, { keep_old_for: 604_801 })).toMatchObject(
      bad('keep_old_for', 'is invalid'),
    );
  });
});
