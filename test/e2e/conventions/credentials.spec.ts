import { SettingsService } from '../../../src/core/settings/settings.service.js';
import { aGroup, aProject, aToken, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import type { Answer } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { inOneMoment } from '../../support/still-clock.js';
import { Clock } from '../../../src/common/time/clock.js';

let app: TestApp;
let user: TestUser;
let other: TestUser;
let group: TestGroup;
let project: TestProject;
beforeAll(async () => {
  app = await startApp();
  user = await aUser(app);
  other = await aUser(app);
  group = await aGroup(user.api);
  project = await aProject(user.api, { namespace_id: group.id });
});
afterAll(() => app.close());

const UNKNOWN = 'slpat_0000000000000000000000000000000000000000000';

interface PresentedCredential {
  /** `PRIVATE-TOKEN`. */
  readonly header?: string;
  readonly bearer?: string;
  /** `private_token`, `access_token`. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly path?: string;
}

const onlyGiven = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const ask = ({ header, bearer, query = {}, headers = {}, path = 'user' }: PresentedCredential): Promise<Answer> =>
  app.anonymous.get(`${path}?${new URLSearchParams(onlyGiven(query)).toString()}`, {
    headers: {
      ...(header === undefined ? {} : { 'PRIVATE-TOKEN': header }),
      ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      ...onlyGiven(headers),
    },
  });

const NOBODY = {
  status: 401,
  text: '{"message":"401 Unauthorized"}',
};
const refused = (description: string) => ({
  status: 401,
  body: { message: '401 Unauthorized', error: 'invalid_token', error_description: description },
});
const NOT_KNOWN = refused('The token is not known.');

describe('every route with a personal access token', () => {
  it('accepts it in every header and parameter', async () => {
    const { token } = user;
    for (const presented of [
      { header: token },
      { bearer: token },
      { query: { private_token: token } },
      { query: { access_token: token } },
      { headers: { 'private-token': token } },
      { headers: { Authorization: `bearer ${token}` } },
      { headers: { Authorization: `BEARER   ${token}` } },
      { header: '', bearer: token },
      { header: token, bearer: '' },
      { query: { private_token: '', access_token: '' }, header: token },
      { header: token, headers: { Authorization: 'Basic dXNlcjpwYXNz' } },
      { header: token, headers: { 'JOB-TOKEN': 'nonsense', 'DEPLOY-TOKEN': 'nonsense' } },
      { header: token, query: { job_token: 'nonsense' } },
    ]) {
      expect(await ask(presented)).toMatchObject({ status: 200, body: { id: user.id } });
    }
  });

  it('accepts it as a parameter of every kind of body', async () => {
    const bodies: [object | string, Record<string, string>][] = [
      [{ private_token: user.token, description: 'x' }, {}],
      [`access_token=${user.token}&description=x`, { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ];
    const form = new FormData();
    form.append('private_token', user.token);
    bodies.push([form, {}]);
    for (const [body, headers] of bodies) {
      expect((await app.anonymous.send('PUT', `projects/${project.id}`, body, { headers })).status).toBe(200);
    }
  });

  it('looks for it in this order: private_token, PRIVATE-TOKEN, access_token, Bearer', async () => {
    const mine = { status: 200, body: { id: user.id } };
    const [a, b] = [user.token, other.token];

    expect(await ask({ query: { private_token: a }, header: b, bearer: b })).toMatchObject(mine);
    expect(await ask({ header: a, bearer: b })).toMatchObject(mine);
    expect(await ask({ header: a, query: { access_token: b } })).toMatchObject(mine);
    expect(await ask({ query: { private_token: UNKNOWN }, header: a })).toMatchObject(NOT_KNOWN);
    expect(await ask({ header: UNKNOWN, query: { access_token: a } })).toMatchObject(NOT_KNOWN);
    expect(await ask({ header: UNKNOWN, bearer: a })).toMatchObject(NOT_KNOWN);
    expect(await ask({ header: a, bearer: UNKNOWN })).toMatchObject(mine);
    expect(await ask({ query: { private_token: a }, header: UNKNOWN })).toMatchObject(mine);
  });

  it('answers 400 to Bearer beside access_token, even when both are equal', async () => {
    for (const token of [user.token, other.token, 'nonsense']) {
      const answer = await ask({ bearer: user.token, query: { access_token: token } });

      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      expect(Object.keys(answer.body).sort()).toEqual(['error', 'error_description']);
    }
    expect((await ask({ bearer: user.token, query: { access_token: '' } })).status).toBe(200);
  });

  it('answers 401 to an unknown one at once, also on a public resource and beside other credentials', async () => {
    const publicGroup = await aGroup(user.api, { visibility: 'public' });
    for (const path of ['user', 'projects', `groups/${publicGroup.id}`, 'projects/999999999']) {
      for (const presented of [
        { header: UNKNOWN },
        { bearer: 'x' },
        { query: { private_token: '1' } },
        { query: { access_token: UNKNOWN } },
        { header: UNKNOWN, headers: { 'JOB-TOKEN': 'x', Cookie: '_service_session=x' } },
      ]) {
        expect(await ask({ ...presented, path })).toMatchObject(NOT_KNOWN);
      }
    }
  });

  it('names the refusal in WWW-Authenticate as well', async () => {
    const { headers } = await ask({ header: UNKNOWN });

    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="Slipway", error="invalid_token", error_description="The token is not known."',
    );
  });

  it('does not take it out of Basic, and takes nothing else for a credential', async () => {
    const basic = Buffer.from(`${user.username}:${user.token}`).toString('base64');
    for (const headers of [
      { Authorization: `Basic ${basic}` },
      { Authorization: 'Bearer' },
      { Authorization: 'Bearer  ' },
      { Authorization: user.token },
      { Authorization: `Token ${user.token}` },
      { 'JOB-TOKEN': user.token },
      { 'DEPLOY-TOKEN': user.token },
      { Cookie: '_service_session=nonsense' },
    ]) {
      const answer = await ask({ headers });
      expect(answer).toMatchObject(NOBODY);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="Slipway"');
      expect((await ask({ headers, path: 'projects' })).status).toBe(200);
    }
    expect(await ask({ query: { job_token: user.token } })).toMatchObject(NOBODY);
    expect(await app.anonymous.get(`user?private_token[]=${user.token}`)).toMatchObject(NOBODY);
  });

  it('refuses it from 00:00 UTC of its day of expiry', () =>
    inOneMoment(app, async () => {
      const clock = app.app.get(Clock);
      const [today, tomorrow] = [clock.today(), clock.in(86_400).toISOString().slice(0, 10)];
      const token = await aToken(app, user.id, { expires_at: tomorrow });
      expect((await ask({ header: token })).status).toBe(200);

      await app.sql(`update access_tokens set expires_at = $1 where expires_at = $2 and user_id = $3`, [
        today,
        tomorrow,
        user.id,
      ]);
      expect(await ask({ header: token })).toMatchObject(refused('The token has expired.'));
      expect(await ask({ header: token, path: 'projects' })).toMatchObject(refused('The token has expired.'));
    }));

  it('refuses a revoked one from the next request on; expiry comes before revocation', async () => {
    const { body } = await app.admin.post(`users/${user.id}/personal_access_tokens`, { name: 'x', scopes: ['api'] });
    expect((await app.admin.delete(`personal_access_tokens/${body.id}`)).status).toBe(204);
    expect(await ask({ header: body.token })).toMatchObject(refused('The token has been revoked.'));

    await app.sql(`update access_tokens set expires_at = $1 where id = $2`, ['2020-01-01', body.id]);
    expect(await ask({ header: body.token })).toMatchObject(refused('The token has expired.'));
  });

  it('answers 403 with the reason for a blocked, deactivated or unconfirmed account, whatever its scopes', async () => {
    const blocked = await aUser(app);
    const narrow = await aToken(app, blocked.id, { scopes: ['read_registry'] });
    for (const [change, reason] of [
      ['block', 'Your account has been blocked.'],
      ['deactivate', 'Your account has been deactivated.'],
    ]) {
      await app.admin.post(`users/${blocked.id}/${change}`);
      for (const [token, path] of [
        [blocked.token, 'user'],
        [narrow, 'user'],
        [blocked.token, 'projects'],
        [blocked.token, 'projects/999999999'],
      ]) {
        expect(await ask({ header: token!, path: path! })).toMatchObject({
          status: 403,
          text: `{"message":"403 Forbidden - ${reason}"}`,
        });
      }
    }
    await app.admin.post(`users/${blocked.id}/activate`);
    expect((await blocked.api.get('user')).status).toBe(200);

    await app.sql('update users set confirmed_at = null where id = $1', [blocked.id]);
    expect(await blocked.api.get('user')).toMatchObject({
      status: 403,
      text: '{"message":"403 Forbidden - Your primary email address is not confirmed."}',
    });
  });

  it('records its last use', async () => {
    const token = await aToken(app, user.id, { name: unique('noted') });
    await app.as(token).get('user');
    for (let round = 0; ; round++) {
      const { body } = await app.as(token).get('personal_access_tokens/self');
      if (body.last_used_at !== null || round === 50) {
        expect(body.last_used_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
        break;
      }
    }
  });
});

describe('every route with an impersonation token', () => {
  it('acts as its user, but not while impersonation is off', async () => {
    const { body } = await app.admin.post(`users/${user.id}/impersonation_tokens`, { name: 'i', scopes: ['api'] });
    expect(await ask({ header: body.token })).toMatchObject({ status: 200, body: { id: user.id } });

    const settings = app.app.get(SettingsService);
    await settings.change({ impersonationEnabled: false });
    expect(await ask({ header: body.token })).toMatchObject(refused('Impersonation is disabled.'));
    expect((await ask({ header: user.token })).status).toBe(200);
    await settings.change({ impersonationEnabled: true });
    expect((await ask({ header: body.token })).status).toBe(200);
  });
});

describe('every route with a token of a project or group', () => {
  it('acts as a bot that sees public records and its own, no internal ones', async () => {
    const internal = await aProject(other.api, { visibility: 'internal' });
    const open = await aProject(other.api, { visibility: 'public' });
    const hidden = await aProject(user.api);
    for (const [container, username] of [
      [`projects/${project.id}`, `project_${project.id}_bot_`],
      [`groups/${group.id}`, `group_${group.id}_bot_`],
    ]) {
      const { body } = await user.api.post(`${container}/access_tokens`, { name: 'robot', scopes: ['api'] });
      const bot = app.as(body.token);

      expect((await bot.get('user')).body).toMatchObject({ id: body.user_id, name: 'robot', bot: true });
      expect((await bot.get('user')).body.username.startsWith(username)).toBe(true);
      expect((await bot.get(`projects/${project.id}`)).status).toBe(200);
      expect((await bot.get(`projects/${open.id}`)).status).toBe(200);
      expect((await bot.get(`projects/${internal.id}`)).status).toBe(404);
      expect((await bot.get(`projects/${hidden.id}`)).status).toBe(404);
      const seen = (await bot.get('projects?per_page=100')).body.map(({ id }: { id: number }) => id);
      expect(seen).toContain(project.id);
      expect(seen).not.toContain(internal.id);
    }
  });
});

describe('every route that requires a scope', () => {
  const description = "The token's scopes do not cover this request.";
  const tooLittle = (scope: string) => ({
    status: 403,
    body: { error: 'insufficient_scope', error_description: description, scope },
  });
  const holding = async (...scopes: string[]) => app.as(await aToken(app, user.id, { scopes }));

  it('accepts read_api for reads, read_user for users, and api for everything', async () => {
    const [all, reads, users] = [await holding('api'), await holding('read_api'), await holding('read_user')];

    for (const caller of [all, reads]) {
      expect((await caller.get(`projects/${project.id}`)).status).toBe(200);
      expect((await caller.head(`projects/${project.id}`)).status).toBe(200);
      expect((await caller.get('users')).status).toBe(200);
    }
    for (const path of ['user', 'users', `users/${other.id}`]) {
      expect((await users.get(path)).status).toBe(200);
      expect((await users.head(path)).status).toBe(200);
    }
    expect((await all.put(`projects/${project.id}`, { description: 'x' })).status).toBe(200);
  });

  it('answers 403 to other scopes and names those that would be sufficient', async () => {
    for (const scopes of [
      ['read_user'],
      ['read_registry', 'write_registry'],
      ['read_repository', 'write_repository'],
    ]) {
      const caller = await holding(...scopes);

      const answer = await caller.get(`projects/${project.id}`);
      expect(answer).toMatchObject(tooLittle('api read_api'));
      expect(answer.headers.get('www-authenticate')).toBe(
        'Bearer realm="Slipway", error="insufficient_scope", scope="api read_api"',
      );
      expect(await caller.get('projects')).toMatchObject(tooLittle('api read_api'));
      expect(await caller.put(`projects/${project.id}`, {})).toMatchObject(tooLittle('api'));
      expect(await caller.get(`users/${other.id}/projects`)).toMatchObject(tooLittle('api read_api'));
    }
    const registry = await holding('read_registry');
    for (const path of ['user', 'users', `users/${other.id}`]) {
      expect(await registry.get(path)).toMatchObject(tooLittle('api read_api read_user'));
    }
    expect(await (await holding('read_api')).post('groups', {})).toMatchObject(tooLittle('api'));
  });

  it('requires it on public resources as well, after visibility and role', async () => {
    const open = await aProject(user.api, { visibility: 'public' });
    const hidden = await aProject(other.api);
    const narrow = await holding('read_registry');

    expect(await narrow.get(`projects/${open.id}`)).toMatchObject(tooLittle('api read_api'));
    expect((await narrow.get(`projects/${hidden.id}`)).status).toBe(404);
    expect((await narrow.get('users/999999999')).status).toBe(404);
    expect(await narrow.put(`users/${other.id}`, {})).toMatchObject({ text: '{"message":"403 Forbidden"}' });
  });

  it('compares the scopes that the token was created with, for an administrator as for others', async () => {
    const { body } = await app.admin.get('user');
    const narrow = app.as(await aToken(app, body.id, { scopes: ['read_user'] }));

    expect(await narrow.get('projects')).toMatchObject(tooLittle('api read_api'));
    expect(await narrow.post('users', {})).toMatchObject(tooLittle('api'));
  });
});

describe('every route with sudo', () => {
  let sudo: string;
  let rootId: number;
  beforeAll(async () => {
    rootId = (await app.admin.get('user')).body.id;
    sudo = await aToken(app, rootId, { scopes: ['sudo'] });
  });

  const as = (wanted: string, token = sudo, path = 'user') =>
    app.as(token).get(`${path}?${new URLSearchParams({ sudo: wanted }).toString()}`);

  it('acts as a user given by id or by name in any case, as parameter or header', async () => {
    const whole = app.as(sudo);
    for (const answer of [
      await as(String(user.id)),
      await as(user.username),
      await as(user.username.toUpperCase()),
      await whole.get('user', { headers: { Sudo: String(user.id) } }),
      await whole.get('user', { headers: { sudo: user.username } }),
      await whole.get(`user?sudo=${user.id}`, { headers: { Sudo: other.username } }),
      await whole.get('user?sudo=', { headers: { Sudo: String(user.id) } }),
      await whole.get('user?sudo=%20', { headers: { Sudo: String(user.id) } }),
      await app.anonymous.get(`user?sudo=${user.id}&private_token=${sudo}`),
      await app.anonymous.get(`user?sudo=${user.id}`, { headers: { Authorization: `Bearer ${sudo}` } }),
    ]) {
      expect(answer).toMatchObject({ status: 200, body: { id: user.id, username: user.username } });
    }
    const created = await app.as(sudo).post('groups', { name: 'x', path: unique('sudo'), sudo: user.id });
    expect(created.status).toBe(201);
    const { body } = await app.admin.get(`groups/${created.body.id}/members`);
    expect(body).toMatchObject([{ id: user.id, access_level: 50 }]);
  });

  it('has the rights of the target and no others, with a token that has sudo as its only scope', async () => {
    const hidden = await aProject(other.api);

    expect((await as(String(user.id), sudo, `projects/${hidden.id}`)).status).toBe(404);
    expect((await as(String(other.id), sudo, `projects/${hidden.id}`)).status).toBe(200);
    expect(await app.as(sudo).post(`users?sudo=${user.id}`, {})).toMatchObject({
      status: 403,
      text: '{"message":"403 Forbidden"}',
    });
    expect((await as(String(user.id), sudo)).body.is_admin).toBe(false);
  });

  it('ignores a blank sudo', async () => {
    for (const blank of ['', ' ']) {
      expect((await as(blank, await aToken(app, rootId, { scopes: ['api', 'sudo'] }))).body.id).toBe(rootId);
    }
  });

  it('finds nobody by a list or an object, instead of acting as the administrator', async () => {
    for (const query of ['sudo[]=root', `sudo[]=${user.id}`, 'sudo[id]=1']) {
      const answer = await app.as(sudo).get(`user?${query}`);
      expect([query, answer.status, answer.body.message]).toEqual([query, 404, expect.stringMatching(/^404 User/)]);
    }
  });

  it('answers 401 without a caller, also where no sign-in is required', async () => {
    for (const path of ['user', 'projects']) {
      expect(await app.anonymous.get(`${path}?sudo=${user.id}`)).toMatchObject(NOBODY);
      expect(await app.anonymous.get(path, { headers: { Sudo: String(user.id) } })).toMatchObject(NOBODY);
    }
    expect(await as(String(user.id), UNKNOWN)).toMatchObject(NOT_KNOWN);
  });

  it('answers 403 to all but administrators, whether or not the scope or the target exists', async () => {
    const answer = { status: 403, text: '{"message":"403 Forbidden - Must be admin to use sudo"}' };

    for (const wanted of [String(other.id), 'no-such-user', String(user.id), '999999999999999999999']) {
      expect(await as(wanted, user.token)).toMatchObject(answer);
    }
    expect(await user.api.get(`nothing?sudo=${other.id}`)).toMatchObject({ status: 404 });
    expect(await as(String(other.id), user.token, 'projects/999999999')).toMatchObject(answer);
  });

  it('answers 403 to a token without the scope', async () => {
    const plain = await aToken(app, rootId, { scopes: ['api'] });
    const answer = await as(String(user.id), plain);

    expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope', scope: 'sudo' } });
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer realm="Slipway", error="insufficient_scope", scope="sudo"',
    );
    expect((await as('no-such-user', plain)).status).toBe(403);
  });

  it.each(['no-such-user', '999999999', '0', '9223372036854775808', '9'.repeat(30), "o'neil", 'ä b', 'ghost', ' root'])(
    'answers 404 for %j, which is no user, with the value as it was sent',
    async (wanted) => {
      expect(await as(wanted)).toMatchObject({
        status: 404,
        body: { message: `404 User with ID or username '${wanted}' Not Found` },
      });
    },
  );

  it('answers 403 for a blocked or deactivated account', async () => {
    const blocked = await aUser(app);
    for (const [change, reason] of [
      ['block', 'Your account has been blocked.'],
      ['deactivate', 'Your account has been deactivated.'],
    ]) {
      await app.admin.post(`users/${blocked.id}/${change}`);
      expect(await as(blocked.username)).toMatchObject({
        status: 403,
        text: `{"message":"403 Forbidden - ${reason}"}`,
      });
    }
  });

  it('is not in effect for oneself: the scope is required', async () => {
    for (const wanted of [String(rootId), 'root', 'ROOT']) {
      expect(await as(wanted)).toMatchObject({
        status: 403,
        body: { error: 'insufficient_scope', scope: 'api read_api read_user' },
      });
      expect((await as(wanted, await aToken(app, rootId, { scopes: ['sudo', 'read_user'] }))).body.id).toBe(rootId);
    }
  });

  it('is checked before the resource, and cannot be nested', async () => {
    const admin = await aUser(app, { admin: true });

    expect((await as('no-such-user', sudo, 'projects/999999999')).body.message).toMatch(/^404 User with ID/);
    expect((await as(String(admin.id))).body).toMatchObject({ id: admin.id, is_admin: true });
    const twice = await app.as(sudo).get(`user?sudo=${admin.id}`, { headers: { Sudo: String(user.id) } });
    expect(twice.body.id).toBe(admin.id);
  });

  it('is recorded in the audit log with both names', async () => {
    const path = unique('audited');
    const { body } = await app.as(sudo).post(`groups?sudo=${user.id}`, { name: path, path });

    const [event] = (await app.admin.get(`groups/${body.id}/audit_events`)).body;
    expect(event).toMatchObject({ author_id: user.id, details: { author_name: user.username, sudo_by: 'root' } });
  });

  it('is recorded once for every write that was done, and for nothing else', async () => {
    const project = await aProject(user.api);
    const by = app.as(sudo);
    const query = `sudo=${user.id}&private_token=`;
    const events = async (query: string) => {
      const { body } = await app.admin.get(`audit_events?per_page=100&${query}`);
      return (body as { details: Record<string, unknown> }[])
        .map(({ details }) => details)
        .filter((details) => 'sudo_by' in details);
    };
    const ofProject = `entity_type=Project&entity_id=${project.id}`;
    const ofUser = `entity_type=User&entity_id=${user.id}`;
    const before = (await events(ofUser)).length;

    await by.get(`projects/${project.id}?${query}`);
    await by.put(`projects/${project.id}?${query}`, { visibility: 'odd' });
    await by.delete(`projects/${project.id}?${query}&dry_run=true`);
    expect(await events(ofProject)).toEqual([]);
    await by.put(`projects/${project.id}?${query}`, { description: 'new' });
    await by.put(`projects/${project.id}?${query}`, { visibility: 'public' });
    await by.post(`snippets?${query}`, { title: 'S', file_name: 'a', content: 'b' });

    expect(await events(ofProject)).toEqual([
      expect.objectContaining({ change: 'visibility', sudo_by: 'root' }),
      expect.objectContaining({
        custom_message: `Sudo: PUT /api/v4/projects/${project.id}`,
        author_name: user.username,
        target_type: 'User',
        target_id: user.id,
        target_details: user.username,
        entity_path: project.path_with_namespace,
        sudo_by: 'root',
      }),
    ]);
    const ofThem = await events(ofUser);
    expect(ofThem).toHaveLength(before + 1);
    expect(ofThem[0]).toMatchObject({ custom_message: 'Sudo: POST /api/v4/snippets', sudo_by: 'root' });
  });
});
