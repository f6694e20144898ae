import { SettingsService } from '../../../src/core/settings/settings.service.js';
import { aProject, aToken, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, MAINTAINER } from '../../support/levels.js';
import { aProvider, aScimUser } from './provider.js';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
});
afterAll(() => app.close());

const provider = (fields: object = {}) => aProvider(owner, new ApiClient(app.url), fields);
const memberLevel = async (groupId: number, userId: number): Promise<number | undefined> =>
  (await owner.api.get(`groups/${groupId}/members/${userId}`)).body.access_level;
const accountOf = async (username: string) => (await app.admin.get(`users?username=${username}`)).body[0];

describe('a SCIM token', () => {
  it('opens its own group alone, and nothing of the API', async () => {
    const [one, other] = [await provider(), await provider()];
    const foreign = await other.send('GET', `../${one.group.full_path}/Users/x`);
    const personal = await one.send('GET', 'Users/x', undefined, {
      headers: { Authorization: `Bearer ${owner.token}` },
    });

    for (const { status, body, headers } of [foreign, personal]) {
      expect([status, body.status, body.schemas]).toEqual([
        401,
        '401',
        ['urn:ietf:params:scim:api:messages:2.0:Error'],
      ]);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    }
    expect((await app.as(one.token).get('user')).status).toBe(401);
  });

  it('is dead at once when it is revoked', async () => {
    const scim = await provider();
    const path = `groups/${scim.group.id}/scim_tokens`;
    const { id } = (await owner.api.get(path)).body[0];

    expect((await scim.send('GET', 'Users/x')).status).toBe(404);
    await owner.api.delete(`${path}/${id}`);
    expect((await scim.send('GET', 'Users/x')).status).toBe(401);
  });

  it('counts on the address where it is refused, as any credential, and is not limited itself', async () => {
    const scim = await provider();
    const limit = (throttleUnauthenticatedApiEnabled: boolean) =>
      app.app.get(SettingsService).change({
        throttleUnauthenticatedApiEnabled,
        throttleUnauthenticatedApiRequestsPerPeriod: 1,
        throttleUnauthenticatedApiPeriodInSeconds: 10_000_000,
      });
    const wrong = { headers: { Authorization: 'Bearer slscim_wrong' } };
    await limit(true);
    const refused = await scim.send('GET', 'Users', undefined, wrong);
    const limited = await scim.send('GET', 'Users', undefined, wrong);
    const known = await scim.send('GET', 'Users');
    await limit(false);

    expect([refused.status, limited.status, known.status]).toEqual([401, 429, 200]);
    expect(limited.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '429',
      detail: '429 Too Many Requests',
    });
    expect(limited.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('POST /Users', () => {
  it('makes an account without password, and a member of the level of the token', async () => {
    const scim = await provider({ default_access_level: DEVELOPER });
    const sent = aScimUser();

    const made = await scim.send('POST', 'Users', sent);
    const account = await accountOf(sent.externalId);

    expect([made.status, made.body]).toEqual([
      201,
      {
        ...sent,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: { formatted: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' },
        meta: {
          resourceType: 'User',
          created: expect.any(String),
          lastModified: expect.any(String),
          location: expect.stringMatching(`/api/scim/v2/groups/${scim.group.full_path}/Users/${made.body.id}$`),
          version: 'W/"1"',
        },
      },
    ]);
    expect(made.headers.get('location')).toBe(made.body.meta.location);
    expect(made.headers.get('etag')).toBe('W/"1"');
    expect(account).toMatchObject({ name: 'Ada Lovelace', state: 'active' });
    expect(await memberLevel(scim.group.id, account.id)).toBe(DEVELOPER);
  });

  it('names the account as names of accounts are, whatever the provider calls the person', async () => {
    const scim = await provider();
    const broken = aScimUser({ name: { formatted: 'Ada\r\nBcc: x\u001b[31m' } });
    const long = aScimUser({ name: { givenName: 'a'.repeat(255), familyName: 'b'.repeat(255) } });
    const nameless = aScimUser({ name: {} });

    const made = await scim.send('POST', 'Users', broken);
    await scim.send('POST', 'Users', long);
    await scim.send('POST', 'Users', nameless);

    expect(made.body.name.formatted).toBe('Ada\r\nBcc: x\u001b[31m');
    expect((await accountOf(broken.externalId)).name).toBe('Ada Bcc: x [31m');
    expect((await accountOf(long.externalId)).name).toBe('a'.repeat(255));
    expect((await accountOf(nameless.externalId)).name).toBe(nameless.externalId);
  });

  it('links an account of that address, and leaves its own name, address and state alone', async () => {
    const scim = await provider();
    const person = await aUser(app, { skip_confirmation: true });
    const emails = [{ value: `${person.username}@EXAMPLE.com` }];

    const { id } = await scim.user({ emails });
    await scim.send('PUT', `Users/${id}`, aScimUser({ emails, active: false }));

    expect(await accountOf(person.username)).toMatchObject({ name: person.username, state: 'active' });
    expect(await memberLevel(scim.group.id, person.id)).toBeUndefined();
    expect((await person.api.get('user')).status).toBe(200);
  });

  it('keeps the higher level of a member', async () => {
    const scim = await provider();
    const person = await aUser(app, { skip_confirmation: true });
    await owner.api.post(`groups/${scim.group.id}/members`, { user_id: person.id, access_level: MAINTAINER });

    await scim.user({ emails: [{ value: `${person.username}@example.com` }] });

    expect(await memberLevel(scim.group.id, person.id)).toBe(MAINTAINER);
  });

  it.each([
    ['no userName', { userName: undefined }, 'invalidValue'],
    ['no emails', { emails: [] }, 'invalidValue'],
    ['a text that is a number', { displayName: 5 }, 'invalidValue'],
    ['active that is no boolean', { active: 'perhaps' }, 'invalidValue'],
  ])('refuses %s', async (_what, fields, scimType) => {
    const { status, body } = await (await provider()).send('POST', 'Users', aScimUser(fields));

    expect([status, body.status, body.scimType]).toEqual([400, '400', scimType]);
  });

  it('refuses other types and what is no object', async () => {
    const scim = await provider();

    const form = await scim.send('POST', 'Users', 'a=1', { headers: { 'Content-Type': 'text/plain' } });
    const list = await scim.send('POST', 'Users', '[]');
    const broken = await scim.send('POST', 'Users', '{');
    const none = await scim.send('POST', 'Users');

    expect([form.status, form.body.status, form.body.schemas?.length]).toEqual([415, '415', 1]);
    expect([list, broken, none].map(({ status, body }) => [status, body.scimType])).toEqual([
      [400, 'invalidSyntax'],
      [400, 'invalidSyntax'],
      [400, 'invalidSyntax'],
    ]);
  });

  it('lets one of several equal requests make the user', async () => {
    const scim = await provider();
    const sent = aScimUser();

    const answers = await Promise.all(Array.from({ length: 4 }, () => scim.send('POST', 'Users', sent)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).every(({ body }) => body.scimType === 'uniqueness')).toBe(
      true,
    );
  });

  it('refuses the userName of another in any case, and the externalId of another', async () => {
    const scim = await provider();
    const { userName, externalId } = await scim.user();

    const sameName = await scim.send('POST', 'Users', aScimUser({ userName: userName.toUpperCase() }));
    const sameId = await scim.send('POST', 'Users', aScimUser({ externalId }));

    expect([sameName, sameId].map(({ status, body }) => [status, body.scimType])).toEqual([
      [409, 'uniqueness'],
      [409, 'uniqueness'],
    ]);
  });
});

describe('PUT /Users/:id', () => {
  it('ends tokens and memberships at once by active: false, and gives the memberships back', async () => {
    const scim = await provider();
    const sent = aScimUser();
    const { id } = await scim.user(sent);
    const account = await accountOf(sent.externalId);
    const person = app.as(await aToken(app, account.id));
    const project = await aProject(owner.api, { namespace_id: scim.group.id });
    await owner.api.post(`projects/${project.id}/members`, { user_id: account.id, access_level: DEVELOPER });
    const projectLevel = async () =>
      (await owner.api.get(`projects/${project.id}/members/${account.id}`)).body.access_level;

    const off = await scim.send('PUT', `Users/${id}`, { ...sent, active: 'False' });
    const again = await scim.send('PUT', `Users/${id}`, { ...sent, active: false });

    expect([off.status, off.body.active, again.status]).toEqual([200, false, 200]);
    expect((await person.get('user')).status).toBe(403);
    expect([await memberLevel(scim.group.id, account.id), await projectLevel()]).toEqual([undefined, undefined]);

    const on = await scim.send('PUT', `Users/${id}`, { ...sent, active: true });

    expect([on.status, on.body.active]).toEqual([200, true]);
    expect((await person.get('user')).status).toBe(200);
    expect([await memberLevel(scim.group.id, account.id), await projectLevel()]).toEqual([10, DEVELOPER]);
  });

  it('leaves an account blocked that an administrator blocked', async () => {
    const scim = await provider();
    const sent = aScimUser();
    const { id } = await scim.user(sent);
    const account = await accountOf(sent.externalId);
    await app.admin.post(`users/${account.id}/block`);

    await scim.send('PUT', `Users/${id}`, { ...sent, active: false });
    await scim.send('PUT', `Users/${id}`, { ...sent, active: true });

    expect((await accountOf(sent.externalId)).state).toBe('blocked');
  });

  it('changes the name of a managed account, and clears what is absent', async () => {
    const scim = await provider();
    const sent = aScimUser({ displayName: 'Ada' });
    const { id } = await scim.user(sent);

    const { status, body } = await scim.send('PUT', `Users/${id}`, {
      userName: sent.userName,
      emails: sent.emails,
      name: { formatted: 'A. King' },
    });

    expect([status, body.displayName, body.externalId, body.meta.version]).toEqual([
      200,
      undefined,
      undefined,
      'W/"2"',
    ]);
    expect((await accountOf(sent.externalId)).name).toBe('A. King');
  });

  it('refuses another version, another id, and the address of another account', async () => {
    const scim = await provider();
    const sent = aScimUser();
    const { id } = await scim.user(sent);
    const other = await aUser(app, { skip_confirmation: true });

    const stale = await scim.send('PUT', `Users/${id}`, sent, { headers: { 'If-Match': 'W/"9"' } });
    const renamed = await scim.send('PUT', `Users/${id}`, { ...sent, id: 'x' });
    const capital = await scim.send('PUT', `Users/${id}`, { ...sent, ID: 'x' });
    const nothing = await scim.send('PUT', `Users/${id}`, { ...sent, id: null });
    const taken = await scim.send('PUT', `Users/${id}`, {
      ...sent,
      emails: [{ value: `${other.username}@example.com` }],
    });

    expect([stale.status, renamed.status, taken.status, taken.body.scimType]).toEqual([412, 400, 409, 'uniqueness']);
    expect([capital.status, capital.body.scimType, nothing.status]).toEqual([400, 'mutability', 200]);
  });

  it('keeps the last owner of the group', async () => {
    const scim = await provider();
    const sent = aScimUser({ emails: [{ value: `${owner.username}@example.com` }] });
    const made = await scim.send('POST', 'Users', sent);

    const { status, body } = await scim.send('PUT', `Users/${made.body.id}`, { ...sent, active: false });

    expect([status, body.status]).toEqual([409, '409']);
    expect(await memberLevel(scim.group.id, owner.id)).toBe(50);
  });
});

describe('GET and DELETE /Users/:id', () => {
  it('answers 304 for the version that is known', async () => {
    const scim = await provider();
    const { id } = await scim.user();

    const known = await scim.send('GET', `Users/${id}/`, undefined, { headers: { 'If-None-Match': 'W/"1"' } });

    expect(known.status).toBe(304);
    expect((await scim.send('GET', `Users/${id}`)).body.id).toBe(id);
  });

  it('deletes once; the account stays deactivated, and comes back with the next POST', async () => {
    const scim = await provider();
    const sent = aScimUser();
    const { id } = await scim.user(sent);

    const answers = [await scim.send('DELETE', `Users/${id}`), await scim.send('DELETE', `Users/${id}`)];
    const gone = await accountOf(sent.externalId);
    await scim.user(sent);
    const back = await accountOf(sent.externalId);

    expect(answers.map(({ status }) => status)).toEqual([204, 404]);
    expect([gone.state, back.state, back.id]).toEqual(['deactivated', 'active', gone.id]);
  });

  it('answers 405 for other verbs', async () => {
    const { status, body } = await (await provider()).send('POST', 'Users/5', {});

    expect([status, body.status]).toEqual([405, '405']);
  });
});
