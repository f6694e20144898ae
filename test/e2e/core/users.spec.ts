import { aGroup, aProject, aToken, aUser, unique } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { WebBrowser } from '../../support/web-browser.js';
import { FORBIDDEN, bad, missing, notFound } from '../../support/answers.js';
import { ISO_TIME } from '../../support/times.js';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startApp();
  user = await aUser(app);
});
afterAll(() => app.close());

const BASIC = ['id', 'username', 'name', 'state', 'avatar_url', 'web_url'];
const PUBLIC = [
  ...BASIC,
  ...[
    'created_at',
    'updated_at',
    'bio',
    'location',
    'public_email',
    'website_url',
    'organization',
    'job_title',
    'bot',
    'locked',
  ],
  ...[
    'followers',
    'following',
    'pronouns',
    'skype',
    'linkedin',
    'twitter',
    'discord',
    'work_information',
    'local_time',
  ],
];
const OWN = [
  ...PUBLIC,
  ...['email', 'commit_email', 'is_admin', 'external', 'confirmed_at', 'last_sign_in_at', 'current_sign_in_at'],
  ...['last_activity_on', 'two_factor_enabled', 'identities', 'can_create_group', 'can_create_project'],
  ...['projects_limit', 'namespace_id', 'private_profile', 'created_by', 'theme_id', 'color_scheme_id'],
];
const FULL = [...OWN, 'note'];
const NOT_FOUND = notFound('User');
const BLANK = "can't be blank";
const PASSWORD_MISSING = missing('password, reset_password, force_random_password');

/** What `POST /users` needs, unlike any other. */
const newUser = (fields: object = {}) => {
  const username = unique('new');
  return { email: `${username}@example.com`, name: username, username, password: 'long-enough', ...fields };
};

describe('GET /users/:id and GET /user', () => {
  it('show everybody signed in the public fields, the user the own ones, administrators all', async () => {
    const other = await aUser(app);
    const [ofOther, own, byAdmin] = [
      await other.api.get(`users/${user.id}`),
      await user.api.get('user'),
      await app.admin.get(`users/${user.id}`),
    ];

    expect(Object.keys(ofOther.body).sort()).toEqual([...PUBLIC].sort());
    expect(Object.keys(own.body).sort()).toEqual([...OWN].sort());
    expect(Object.keys(byAdmin.body).sort()).toEqual([...FULL].sort());
    expect((await user.api.get(`users/${user.id}`)).body).toEqual(own.body);
    expect(byAdmin.body).toMatchObject({
      id: user.id,
      username: user.username,
      name: user.username,
      state: 'active',
      avatar_url: null,
      web_url: `${app.url}/${user.username}`,
      created_at: expect.stringMatching(ISO_TIME),
      bot: false,
      locked: false,
      followers: 0,
      following: 0,
      pronouns: null,
      skype: '',
      linkedin: '',
      twitter: '',
      discord: '',
      work_information: null,
      local_time: null,
      email: `${user.username}@example.com`,
      commit_email: `${user.username}@example.com`,
      is_admin: false,
      external: false,
      confirmed_at: expect.stringMatching(ISO_TIME),
      two_factor_enabled: false,
      identities: [],
      can_create_group: true,
      can_create_project: true,
      projects_limit: 100_000,
      namespace_id: user.namespace_id,
      private_profile: false,
      note: null,
      created_by: {
        id: 1,
        username: 'root',
        name: 'Administrator',
        state: 'active',
        avatar_url: null,
        web_url: `${app.url}/root`,
      },
      theme_id: 1,
      color_scheme_id: 1,
    });
    expect(JSON.stringify(byAdmin.body)).not.toMatch(/password|digest|argon/i);
  });

  it('require a caller, and an existing user', async () => {
    for (const path of ['user', 'users', `users/${user.id}`, `users/${user.id}/projects`]) {
      expect(await app.anonymous.get(path)).toMatchObject({ status: 401, text: '{"message":"401 Unauthorized"}' });
    }
    expect(await user.api.get('users/999999')).toMatchObject(NOT_FOUND);
    expect(await user.api.get('users/999999/projects')).toMatchObject(NOT_FOUND);
  });
});

describe('POST /users', () => {
  it('makes an account with everything that was sent', async () => {
    const fields = {
      admin: true,
      external: true,
      can_create_group: false,
      projects_limit: 3,
      bio: 'b',
      location: 'l',
      organization: 'o',
      job_title: 'j',
      website_url: 'https://example.com',
      public_email: 'public@example.com',
      note: 'n',
      private_profile: true,
    };
    const sent = newUser(fields);

    const { password: _, admin, ...shown } = sent as ReturnType<typeof newUser> & typeof fields;
    const answer = await app.admin.post('users', sent);
    expect(answer).toMatchObject({ status: 201, body: { ...shown, is_admin: admin } });
    expect(Object.keys(answer.body).sort()).toEqual([...FULL].sort());
    expect((await app.admin.get(`users/${answer.body.id}`)).body).toEqual(answer.body);
    expect((await app.admin.get(`namespaces/${answer.body.namespace_id}`)).body).toMatchObject({
      kind: 'user',
      path: sent.username,
      full_path: sent.username,
      name: sent.name,
      parent_id: null,
      web_url: `${app.url}/${sent.username}`,
    });
  });

  it('requires one of password and its two substitutes', async () => {
    const { password: _, ...bare } = newUser();
    expect((await app.admin.post('users', { ...bare, force_random_password: true })).status).toBe(201);
    const empty = { ...newUser(), password: '' };
    expect((await app.admin.post('users', { ...empty, force_random_password: true })).status).toBe(201);
    expect(await app.admin.post('users', empty)).toMatchObject(
      bad('password', 'is too short (minimum is 8 characters)'),
    );
    const off = { reset_password: false, force_random_password: 'no' };
    for (const without of [bare, { ...bare, ...off }, { ...empty, ...off }]) {
      expect(await app.admin.post('users', without)).toMatchObject(PASSWORD_MISSING);
    }
    const { body: kept } = await app.admin.post('users', newUser());
    expect((await app.admin.put(`users/${kept.id}`, { password: '', force_random_password: true })).status).toBe(200);
    expect(await app.admin.post('users', { ...newUser(), reset_password: true })).toMatchObject(
      bad('reset_password', 'needs outgoing mail'),
    );
  });

  it.each([
    [{ email: 'nobody' }, 'email', 'is invalid'],
    [{ email: '@example.com' }, 'email', 'is invalid'],
    [{ email: 'a@' }, 'email', 'is invalid'],
    [{ email: 'a b@example.com' }, 'email', 'is invalid'],
    [{ email: `${'a'.repeat(243)}@example.com` }, 'email', 'is invalid'],
    [{ password: 'seven77' }, 'password', 'is too short (minimum is 8 characters)'],
    [{ password: '' }, 'password', 'is too short (minimum is 8 characters)'],
    [{ password: '😀'.repeat(7) }, 'password', 'is too short (minimum is 8 characters)'],
    [{ password: 'x'.repeat(129) }, 'password', 'is too long (maximum is 128 characters)'],
    [{ name: ' ' }, 'name', "can't be blank"],
    [{ name: 'a\nb' }, 'name', 'is invalid'],
    [{ name: 'a\u0085b' }, 'name', 'is invalid'],
    [{ name: 'x'.repeat(256) }, 'name', 'is too long (maximum is 255 characters)'],
    [{ username: '' }, 'username', "can't be blank"],
    [{ username: 'a b' }, 'username', 'is invalid'],
    [{ username: '-a' }, 'username', 'is invalid'],
    [{ username: '.a' }, 'username', 'is invalid'],
    [{ username: 'a.' }, 'username', 'is invalid'],
    [{ username: 'a.git' }, 'username', 'is invalid'],
    [{ username: 'a.atom' }, 'username', 'is invalid'],
    [{ username: 'ä' }, 'username', 'is invalid'],
    [{ username: 'a/b' }, 'username', 'is invalid'],
    [{ username: 'x'.repeat(256) }, 'username', 'is invalid'],
    [{ username: 'Admin' }, 'username', 'is invalid'],
    [{ username: 'robots.txt' }, 'username', 'is invalid'],
    [{ username: 'v2' }, 'username', 'is invalid'],
    [{ projects_limit: -1 }, 'projects_limit', 'is invalid'],
    [{ admin: 'maybe' }, 'admin', 'is invalid'],
  ])('refuses %j', async (fields, name, text) => {
    expect(await app.admin.post('users', newUser(fields))).toMatchObject(bad(name, text));
    if (!('password' in fields)) {
      expect(await app.admin.put(`users/${user.id}`, fields)).toMatchObject(bad(name, text));
    }
  });

  it.each(['_', 'a-b', 'A.b_c-9', 'x'.repeat(255), 'tree', 'wikis', '-x'.slice(1)])(
    'takes the username %s',
    async (start) => {
      const username = `${start}${unique('')}`.slice(-255);
      const { status, body } = await app.admin.post('users', newUser({ username: username.replace(/^[-.]/, 'x') }));
      expect([status, body.message]).toEqual([201, undefined]);
    },
  );

  it('refuses taken names, e-mail before username, in any case, by users and groups', async () => {
    const group = await aGroup(user.api);
    const taken = (what: string) => ({ status: 409, text: `{"message":"${what} has already been taken"}` });

    for (const method of ['post', 'put'] as const) {
      const path = method === 'post' ? 'users' : `users/${(await aUser(app)).id}`;
      const email = `${user.username}@EXAMPLE.com`;
      expect(await app.admin[method](path, newUser({ email }))).toMatchObject(taken('Email'));
      expect(await app.admin[method](path, newUser({ email, username: user.username }))).toMatchObject(taken('Email'));
      for (const username of [user.username, user.username.toUpperCase(), group.full_path, 'ghost', 'Alert-Bot']) {
        expect(await app.admin[method](path, newUser({ username }))).toMatchObject(taken('Username'));
      }
    }
    expect(await user.api.post('groups', { name: 'x', path: user.username.toUpperCase() })).toMatchObject(
      bad('path', 'has already been taken'),
    );
    expect(await user.api.post('groups', { name: 'x', path: 'Ghost' })).toMatchObject(
      bad('path', 'has already been taken'),
    );
  });

  it('requires an administrator', async () => {
    expect(await user.api.post('users', {})).toMatchObject(FORBIDDEN);
    expect(await app.anonymous.post('users', {})).toMatchObject({ status: 401 });
    expect(await user.api.put(`users/${user.id}`, { name: 'x' })).toMatchObject(FORBIDDEN);
    expect(await user.api.delete(`users/${user.id}`)).toMatchObject(FORBIDDEN);
    expect(await user.api.post(`users/${user.id}/block`)).toMatchObject(FORBIDDEN);
    expect(await app.admin.put('users/999999', { name: '' })).toMatchObject(NOT_FOUND);
    expect(await app.admin.delete('users/999999')).toMatchObject(NOT_FOUND);
    expect(await app.admin.post('users/999999/block')).toMatchObject(NOT_FOUND);
  });
});

describe('PUT /users/:id', () => {
  it('changes what is sent, clears by null, and leaves the rest', async () => {
    const { body: before } = await app.admin.post('users', newUser({ bio: 'old', location: 'here' }));

    const answer = await app.admin.put(`users/${before.id}`, { bio: null, name: 'New Name', external: 'yes' });
    expect(answer).toMatchObject({
      status: 200,
      body: { ...before, bio: null, name: 'New Name', external: true, updated_at: expect.stringMatching(ISO_TIME) },
    });
    expect((await app.admin.put(`users/${before.id}`, {})).body).toEqual({
      ...answer.body,
      updated_at: expect.stringMatching(ISO_TIME),
    });
    expect(await app.admin.put(`users/${before.id}`, { reset_password: true })).toMatchObject(
      bad('reset_password', 'needs outgoing mail'),
    );
    expect(await app.admin.put(`users/${before.id}`, { email: '', name: ' ', username: '' })).toEqual(
      expect.objectContaining({
        status: 400,
        body: { message: { email: [BLANK], name: [BLANK], username: [BLANK] } },
      }),
    );
  });

  it('renames the namespace of the user, and every path below', async () => {
    const renamed = await aUser(app);
    const project = await aProject(renamed.api);
    const username = unique('renamed');
    expect((await app.admin.put(`users/${renamed.id}`, { username, name: 'Re Named' })).body.username).toBe(username);

    const { body } = await renamed.api.get(`projects/${project.id}`);
    expect(body).toMatchObject({
      path_with_namespace: `${username}/${body.path}`,
      namespace: { path: username, full_path: username, name: 'Re Named' },
      name_with_namespace: `Re Named / ${body.name}`,
      owner: { username },
    });
    expect((await renamed.api.get(`projects/${encodeURIComponent(project.path_with_namespace)}`)).status).toBe(404);
    expect((await app.admin.post('users', newUser({ username: renamed.username }))).status).toBe(201);
    expect((await app.admin.put(`users/${renamed.id}`, { username: username.toUpperCase() })).body.username).toBe(
      username.toUpperCase(),
    );
  });

  it('keeps tokens alive when the password changes', async () => {
    expect((await app.admin.put(`users/${user.id}`, { password: 'another-password' })).status).toBe(200);
    expect((await user.api.get('user')).status).toBe(200);
  });
});

describe('PUT /users/:id with force_random_password', () => {
  it('replaces the password, unless one is sent', async () => {
    const other = await aUser(app);
    const accepts = async (password: string): Promise<boolean> =>
      (await new WebBrowser(app.url).signIn(other.username, password)).status === 303;
    await app.admin.put(`users/${other.id}`, { force_random_password: false });
    const before = await accepts(other.password);
    await app.admin.put(`users/${other.id}`, { force_random_password: true });
    const after = await accepts(other.password);
    await app.admin.put(`users/${other.id}`, { password: 'chosen-password', force_random_password: true });

    expect([before, after, await accepts('chosen-password')]).toEqual([true, false, true]);
  });

  it('answers 400 for a value that is neither true nor false', async () => {
    const flags = { force_random_password: 'maybe', skip_confirmation: 'maybe' };

    expect(await app.admin.put(`users/${user.id}`, flags)).toMatchObject({
      status: 400,
      body: { message: { force_random_password: ['is invalid'], skip_confirmation: ['is invalid'] } },
    });
  });
});

describe('POST /users/:id/block, unblock, activate and deactivate', () => {
  it('change the state, and can be repeated', async () => {
    const other = await aUser(app);
    for (const [action, state] of [
      ['block', 'blocked'],
      ['unblock', 'active'],
      ['deactivate', 'deactivated'],
      ['activate', 'active'],
    ]) {
      for (let twice = 0; twice < 2; twice++) {
        expect(await app.admin.post(`users/${other.id}/${action}`)).toMatchObject({ status: 201, text: 'true' });
      }
      expect((await app.admin.get(`users/${other.id}`)).body.state).toBe(state);
    }
  });

  it('refuse oneself', async () => {
    for (const action of ['block', 'unblock', 'activate', 'deactivate']) {
      expect(await app.admin.post(`users/1/${action}`)).toMatchObject({
        status: 403,
        text: '{"message":"403 Forbidden - You cannot change the state of your own account"}',
      });
    }
  });

  it('keep ownership and projects of a blocked user', async () => {
    const blocked = await aUser(app);
    const project = await aProject(blocked.api, { visibility: 'public' });
    await app.admin.post(`users/${blocked.id}/block`);

    expect((await user.api.get(`projects/${project.id}`)).body.owner).toMatchObject({
      id: blocked.id,
      state: 'blocked',
    });
    expect((await app.admin.get(`projects/${project.id}/members`)).body).toMatchObject([{ id: blocked.id }]);
  });
});

describe('PUT and DELETE /users/:id of the last active administrator', () => {
  const answer = { status: 403, text: '{"message":"403 Forbidden - The last administrator cannot be removed"}' };

  it('are refused until there is a second one', async () => {
    await app.sql(`update users set is_admin = false where id <> 1`);
    const second = await aUser(app, { admin: true });
    await app.admin.post(`users/${second.id}/block`);

    expect(await app.admin.put('users/1', { admin: false })).toMatchObject(answer);
    expect(await app.admin.delete('users/1')).toMatchObject(answer);
    await app.admin.post(`users/${second.id}/unblock`);
    expect((await app.admin.put(`users/${second.id}`, { admin: false })).body.is_admin).toBe(false);
  });
});

describe('GET /users', () => {
  const ids = async (query: string, api = app.admin) =>
    ((await api.get(`users?per_page=100&${query}`)).body as { id: number }[]).map(({ id }) => id);

  it('lists accounts newest first, without the system accounts', async () => {
    const word = unique('list');
    const first = await aUser(app, { name: word });
    const second = await aUser(app, { name: word });

    expect(await ids(`search=${word}`)).toEqual([second.id, first.id]);
    expect(await ids(`search=${word}&sort=asc`)).toEqual([first.id, second.id]);
    expect(await ids(`search=${word}&order_by=created_at&sort=asc`)).toEqual([first.id, second.id]);
    const [{ usernames } = { usernames: [] }] = await app.sql<{ usernames: string[] }>(
      `select array_agg(id::int) as usernames from users where kind = 'system'`,
    );
    expect(await ids('')).not.toEqual(expect.arrayContaining(usernames));
    expect(await ids('username=ghost')).toEqual([]);
  });

  it('finds by name, username and whole e-mail, the hidden one for administrators only', async () => {
    const word = unique('Find');
    const found = await aUser(app, { name: `A ${word} B`, public_email: `${word}@public.example` });

    for (const api of [user.api, app.admin]) {
      expect(await ids(`search=${word.toLowerCase()}`, api)).toEqual([found.id]);
      expect(await ids(`search=${found.username.slice(2)}`, api)).toEqual([found.id]);
      expect(await ids(`search=${word}@PUBLIC.example`, api)).toEqual([found.id]);
      expect(await ids(`username=${found.username.toUpperCase()}`, api)).toEqual([found.id]);
      expect(await ids(`username=${found.username.slice(1)}`, api)).toEqual([]);
      expect(await ids('search=%25', api)).toEqual([]);
      expect(await ids('search=no_such', api)).toEqual([]);
    }
    expect(await ids(`search=${found.username}@example.com`)).toEqual([found.id]);
    expect(await ids(`search=${found.username}@example.com`, user.api)).toEqual([]);
    expect(await ids('search=@example.com', user.api)).toEqual([]);
  });

  it('filters by state, kind, role and time', async () => {
    const word = unique('kinds');
    const [plain, external, admin, blocked] = [
      await aUser(app, { name: word }),
      await aUser(app, { name: word, external: true }),
      await aUser(app, { name: word, admin: true }),
      await aUser(app, { name: word }),
    ];
    await app.admin.post(`users/${blocked.id}/block`);
    const group = await aGroup(user.api);
    const bots = await Promise.all([
      user.api.post(`groups/${group.id}/access_tokens`, { name: word, scopes: ['api'] }),
      user.api.post(`projects/${(await aProject(user.api)).id}/access_tokens`, { name: word, scopes: ['api'] }),
    ]);
    const [groupBot, projectBot] = bots.map(({ body }) => body.user_id as number);
    const all = [plain.id, external.id, admin.id, blocked.id, groupBot, projectBot];
    const some = async (filter: string, expected: unknown[], api = app.admin) => {
      expect([filter, (await ids(`search=${word}&${filter}`, api)).sort()]).toEqual([filter, [...expected].sort()]);
    };

    await some('', all);
    await some(
      'active=true',
      all.filter((id) => id !== blocked.id),
    );
    await some('blocked=true', [blocked.id]);
    await some('external=true', [external.id]);
    await some(
      'exclude_external=true',
      all.filter((id) => id !== external.id),
    );
    await some(
      'without_project_bots=true',
      all.filter((id) => id !== projectBot),
    );
    await some('humans=true', [plain.id, external.id, admin.id, blocked.id]);
    await some('admins=true', [admin.id]);
    await some('admins=true', all, user.api);
    await some('created_after=2100-01-01', []);
    await some('created_before=2100-01-01', all);
    await some('created_before=2000-01-01', []);
    expect((await app.admin.get('users?order_by=email')).status).toBe(400);
    expect((await app.admin.get('users?sort=up')).body).toEqual({
      message: { sort: ['does not have a valid value'] },
    });
  });
});

describe('GET /users/:id/projects', () => {
  it('lists what is in that namespace and visible to the caller', async () => {
    const owner = await aUser(app);
    const [hidden, open] = [await aProject(owner.api), await aProject(owner.api, { visibility: 'public' })];
    const group = await aGroup(owner.api, { visibility: 'public' });
    await aProject(owner.api, { namespace_id: group.id, visibility: 'public' });

    const seen = async (api: typeof app.admin) =>
      (await api.get(`users/${owner.id}/projects`)).body.map(({ id }: { id: number }) => id);
    expect(await seen(owner.api)).toEqual([open.id, hidden.id]);
    expect(await seen(user.api)).toEqual([open.id]);
    expect(await seen(app.admin)).toEqual([open.id, hidden.id]);
  });
});

describe('DELETE /users/:id', () => {
  it('removes the account, frees its names, and gives what it created elsewhere to the ghost', async () => {
    const { api, ...gone } = await aUser(app);
    const host = await aUser(app);
    const group = await aGroup(host.api);
    await host.api.post(`groups/${group.id}/members`, { user_id: gone.id, access_level: 50 });
    const guest = await aUser(app);
    await api.post(`groups/${group.id}/members`, { user_id: guest.id, access_level: 10 });
    const shared = await aProject(api, { namespace_id: group.id });
    const own = await aProject(api);

    expect(await app.admin.delete(`users/${gone.id}`, {})).toMatchObject({ status: 204, text: '' });
    expect(await app.admin.get(`users/${gone.id}`)).toMatchObject(NOT_FOUND);
    expect(await app.admin.delete(`users/${gone.id}`)).toMatchObject(NOT_FOUND);
    expect((await api.get('user')).status).toBe(401);
    expect((await app.admin.get(`projects/${own.id}`)).status).toBe(404);
    expect((await host.api.get(`groups/${group.id}/members/${gone.id}`)).status).toBe(404);
    const [ghost] = await app.sql<{ id: number }>(`select id::int from users where username = 'ghost'`);
    expect((await host.api.get(`projects/${shared.id}`)).body.creator_id).toBe(ghost!.id);
    expect((await host.api.get(`groups/${group.id}/members/${guest.id}`)).body.created_by).toMatchObject({
      id: ghost!.id,
      username: 'ghost',
    });
    const same = newUser({ username: gone.username, email: `${gone.username}@example.com` });
    expect((await app.admin.post('users', same)).status).toBe(201);
    await app.drainJobs();
    expect(await app.sql('select 1 from projects where id = $1', [own.id])).toEqual([]);
    expect(await app.sql('select 1 from namespaces where id = $1', [gone.namespace_id])).toEqual([]);
  });

  it('is in the audit log as the end of each membership and of each own project', async () => {
    const { api, ...gone } = await aUser(app);
    const host = await aUser(app);
    const group = await aGroup(host.api);
    const shared = await aProject(host.api, { namespace_id: group.id });
    await host.api.post(`groups/${group.id}/members`, { user_id: gone.id, access_level: 30 });
    await host.api.post(`projects/${shared.id}/members`, { user_id: gone.id, access_level: 40 });
    const own = await aProject(api);

    expect((await app.admin.delete(`users/${gone.id}`)).status).toBe(204);

    const removed = { remove: 'user_access', target_id: gone.id, target_details: gone.username };
    const [ofProject, ofGroup] = (await host.api.get(`groups/${group.id}/audit_events`)).body;
    expect([ofGroup, ofProject]).toMatchObject([
      { entity_type: 'Group', entity_id: group.id, details: { ...removed, entity_path: group.full_path } },
      { entity_type: 'Project', entity_id: shared.id, details: removed },
    ]);
    const [ofOwn, ...before] = (await app.admin.get(`audit_events?entity_type=Project&entity_id=${own.id}`)).body;
    expect(ofOwn.details).toMatchObject({
      custom_message: 'Project deleted',
      entity_path: own.path_with_namespace,
    });
    expect(before).not.toContainEqual(expect.objectContaining({ details: expect.objectContaining(removed) }));
  });

  it('is refused while the user is the last Owner of groups, unless they are deleted too', async () => {
    const owner = await aUser(app);
    const [a, b] = [await aGroup(owner.api), await aGroup(owner.api)];
    const sub = await aGroup(owner.api, { parent_id: a.id });
    const kept = await aGroup(owner.api);
    await owner.api.post(`groups/${kept.id}/members`, { user_id: user.id, access_level: 50 });
    const paths = [a.full_path, b.full_path].sort().join(', ');

    expect(await app.admin.delete(`users/${owner.id}`)).toMatchObject({
      status: 409,
      text: `{"message":"409 Conflict - The user is the last owner of ${paths}"}`,
    });
    expect((await owner.api.get('user')).status).toBe(200);
    expect((await app.admin.delete(`users/${owner.id}?hard_delete=true`)).status).toBe(204);
    for (const { id } of [a, b, sub]) {
      expect((await app.admin.get(`groups/${id}`)).status).toBe(404);
    }
    expect((await user.api.get(`groups/${kept.id}`)).status).toBe(200);
    await app.drainJobs();
    expect(await app.sql('select 1 from groups where id = any($1)', [[a.id, b.id, sub.id]])).toEqual([]);
  });

  it('takes neither bots nor expired memberships for other owners', async () => {
    const owner = await aUser(app);
    const [withBot, withExpired] = [await aGroup(owner.api), await aGroup(owner.api)];
    await owner.api.post(`groups/${withBot.id}/access_tokens`, { name: 'n', scopes: ['api'], access_level: 50 });
    await owner.api.post(`groups/${withExpired.id}/members`, { user_id: user.id, access_level: 50 });
    await app.sql('update members set expires_at = current_date - 1 where group_id = $1 and user_id = $2', [
      withExpired.id,
      user.id,
    ]);

    const { status, body } = await app.admin.delete(`users/${owner.id}`);
    const paths = [withBot.full_path, withExpired.full_path].sort().join(', ');
    expect([status, body.message]).toEqual([409, `409 Conflict - The user is the last owner of ${paths}`]);
  });

  it('accepts a token of the account that is deleted', async () => {
    const admin = await aUser(app, { admin: true });
    const api = app.as(await aToken(app, admin.id, { scopes: ['api'] }));

    expect((await api.delete(`users/${admin.id}`)).status).toBe(204);
    expect((await api.get('user')).status).toBe(401);
  });
});

describe('POST /users with SMTP_URL', () => {
  it('waits for the confirmation unless it is skipped', async () => {
    const mailing = await startApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' }, jobs: false });
    try {
      const waiting = await aUser(mailing);
      const skipped = await aUser(mailing, { skip_confirmation: true });

      expect((await mailing.admin.get(`users/${waiting.id}`)).body).toMatchObject({
        confirmed_at: null,
        state: 'active',
      });
      expect(await waiting.api.get('user')).toMatchObject({
        status: 403,
        text: '{"message":"403 Forbidden - Your primary email address is not confirmed."}',
      });
      expect((await skipped.api.get('user')).body.confirmed_at).toMatch(ISO_TIME);
      const { password: _, ...bare } = newUser();
      expect((await mailing.admin.post('users', { ...bare, reset_password: true })).status).toBe(201);
      expect((await mailing.admin.put(`users/${skipped.id}`, { reset_password: true })).status).toBe(200);
    } finally {
      await mailing.close();
    }
  });
});
