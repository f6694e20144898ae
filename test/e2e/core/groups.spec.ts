import { SettingsService } from '../../../src/core/settings/settings.service.js';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { FORBIDDEN, bad } from '../../support/answers.js';
import { idsOf } from '../../support/ids-of.js';

let app: TestApp;
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  app = await startApp();
  [user, other] = await Promise.all([aUser(app), aUser(app)]);
});
afterAll(() => app.close());

const NO_GROUP = { status: 404, text: '{"message":"404 Group Not Found"}' };
const RECORD = [
  ...[
    'id',
    'name',
    'path',
    'full_name',
    'full_path',
    'description',
    'visibility',
    'parent_id',
    'web_url',
    'created_at',
    'updated_at',
  ],
  ...['avatar_url', 'project_creation_level', 'subgroup_creation_level', 'default_branch_protection'],
  ...['share_with_group_lock', 'require_two_factor_authentication', 'two_factor_grace_period', 'auto_devops_enabled'],
  ...['emails_disabled', 'mentions_disabled', 'lfs_enabled', 'request_access_enabled', 'shared_with_groups'],
  'marked_for_deletion_on',
];

describe('switches of a group that have no effect', () => {
  it('are stored and shown by POST, PUT and GET, and stay as they are when they are not sent', async () => {
    const turned = {
      lfs_enabled: false,
      request_access_enabled: false,
      share_with_group_lock: true,
      require_two_factor_authentication: true,
      two_factor_grace_period: 12,
      emails_disabled: true,
      mentions_disabled: false,
      auto_devops_enabled: true,
    };
    const name = unique('switched');
    const { status, body } = await user.api.post('groups', { name, path: name, ...turned });
    expect([status, body]).toEqual([201, expect.objectContaining(turned)]);

    const changed = await user.api.put(`groups/${body.id}`, { description: 'd', emails_disabled: false });
    const now = { ...turned, emails_disabled: false };
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(now)]);
    expect((await user.api.get(`groups/${body.id}`)).body).toMatchObject(now);
    expect((await user.api.get(`groups?search=${name}`)).body).toMatchObject([now]);
    expect((await user.api.put(`groups/${body.id}`, { emails_disabled: null })).body.emails_disabled).toBeNull();
    expect((await user.api.get('user')).status).toBe(200);
  });
});

describe('GET /groups/:id', () => {
  it('answers every field, the runners token to Owners and the storage to administrators', async () => {
    const path = unique('top');
    const answer = await user.api.post('groups', { name: 'Top Group', path, visibility: 'public' });
    const sub = (
      await user.api.post('groups', { name: 'Sub Group', path: 'sub', parent_id: answer.body.id, visibility: 'public' })
    ).body;

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      name: 'Top Group',
      path,
      full_name: 'Top Group',
      full_path: path,
      description: null,
      visibility: 'public',
      parent_id: null,
      web_url: `${app.url}/groups/${path}`,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      avatar_url: null,
      project_creation_level: 'developer',
      subgroup_creation_level: 'maintainer',
      default_branch_protection: 1,
      share_with_group_lock: false,
      require_two_factor_authentication: false,
      two_factor_grace_period: 48,
      auto_devops_enabled: null,
      emails_disabled: null,
      mentions_disabled: null,
      lfs_enabled: true,
      request_access_enabled: true,
      shared_with_groups: [],
      marked_for_deletion_on: null,
      runners_token: expect.stringMatching(/./),
    });
    expect(sub).toMatchObject({
      full_name: 'Top Group / Sub Group',
      full_path: `${path}/sub`,
      parent_id: answer.body.id,
      web_url: `${app.url}/groups/${path}/sub`,
    });
    const keysFor = async (api: ApiClient) => Object.keys((await api.get(`groups/${sub.id}`)).body).sort();
    expect(await keysFor(user.api)).toEqual([...RECORD, 'runners_token'].sort());
    expect(await keysFor(other.api)).toEqual([...RECORD].sort());
    expect(await keysFor(app.anonymous)).toEqual([...RECORD].sort());
    expect(await keysFor(app.admin)).toEqual([...RECORD, 'runners_token', 'repository_storage'].sort());
    expect(await keysFor((await aMember(app, { group: answer.body }, 40)).api)).toEqual([...RECORD].sort());
  });

  it('answers its projects on demand, as the caller sees them', async () => {
    const group = await aGroup(user.api, { visibility: 'public' });
    const [hidden, open] = [
      await aProject(user.api, { namespace_id: group.id }),
      await aProject(user.api, { namespace_id: group.id, visibility: 'public' }),
    ];
    const projectsFor = async (api: ApiClient) =>
      (await api.get(`groups/${group.id}?with_projects=true`)).body.projects.map(({ id }: { id: number }) => id);

    expect(await projectsFor(user.api)).toEqual([open.id, hidden.id]);
    expect(await projectsFor(other.api)).toEqual([open.id]);
    expect(await projectsFor(app.anonymous)).toEqual([open.id]);
    expect((await user.api.get(`groups/${group.id}?with_projects=false`)).body.projects).toBeUndefined();
  });
});

describe('POST /groups', () => {
  it('takes every field and makes the creator Owner', async () => {
    const fields = {
      description: 'd',
      visibility: 'internal',
      project_creation_level: 'noone',
      subgroup_creation_level: 'owner',
      default_branch_protection: 2,
    };
    const path = unique('all');

    const { status, body } = await user.api.post('groups', { name: 'x', path, ...fields });
    expect([status, body]).toMatchObject([201, fields]);
    expect((await user.api.get(`groups/${body.id}/members`)).body).toMatchObject([{ id: user.id, access_level: 50 }]);
  });

  it('follows the settings for what is not sent', async () => {
    const settings = app.app.get(SettingsService);
    await settings.change({ defaultGroupVisibility: 'internal', defaultBranchProtection: 0 });
    const { body } = await user.api.post('groups', { name: 'x', path: unique('set') });
    await settings.change({ defaultGroupVisibility: 'private', defaultBranchProtection: 1 });

    expect(body).toMatchObject({ visibility: 'internal', default_branch_protection: 0 });
  });

  it.each<[object, string, string]>([
    [{ path: 'a b' }, 'path', 'is invalid'],
    [{ path: '-x' }, 'path', 'is invalid'],
    [{ path: '.x' }, 'path', 'is invalid'],
    [{ path: 'x.' }, 'path', 'is invalid'],
    [{ path: 'x.git' }, 'path', 'is invalid'],
    [{ path: 'x.atom' }, 'path', 'is invalid'],
    [{ path: 'a/b' }, 'path', 'is invalid'],
    [{ path: 'ü' }, 'path', 'is invalid'],
    [{ path: 'x'.repeat(256) }, 'path', 'is invalid'],
    ...[
      '-',
      'admin',
      'api',
      'assets',
      'dashboard',
      'explore',
      'groups',
      'health',
      'help',
      'jwt',
      'oauth',
      'profile',
    ].map((path): [object, string, string] => [{ path }, 'path', 'is invalid']),
    ...['projects', 'public', 'robots.txt', 'search', 'snippets', 'USERS', 'V2'].map(
      (path): [object, string, string] => [{ path }, 'path', 'is invalid'],
    ),
    [{ name: 'x'.repeat(256) }, 'name', 'is too long (maximum is 255 characters)'],
    [{ name: 'a\tb' }, 'name', 'is invalid'],
    [{ visibility: 'secret' }, 'visibility', 'does not have a valid value'],
    [{ visibility: '' }, 'visibility', 'does not have a valid value'],
    [{ project_creation_level: 'owner' }, 'project_creation_level', 'does not have a valid value'],
    [{ subgroup_creation_level: 'developer' }, 'subgroup_creation_level', 'does not have a valid value'],
    [{ default_branch_protection: 3 }, 'default_branch_protection', 'does not have a valid value'],
  ])('refuses %j', async (fields, name, text) => {
    const { path, ...held } = await aGroup(user.api, { path: unique('held') }).then((group) => ({
      ...group,
      path: '',
    }));
    expect(path).toBe('');
    expect(await user.api.post('groups', { name: 'x', path: unique('bad'), ...fields })).toMatchObject(bad(name, text));
    expect(await user.api.put(`groups/${held.id}`, fields)).toMatchObject(bad(name, text));
  });

  it('takes some words below a group that are refused at the top, and refuses other words there', async () => {
    const group = await aGroup(user.api);
    for (const path of ['api', 'users', 'v2', 'robots.txt']) {
      expect((await user.api.post('groups', { name: 'x', path, parent_id: group.id })).status).toBe(201);
    }
    for (const path of ['alerts', 'blob', 'prometheus', 'raw', 'Tree', 'wikis']) {
      expect(await user.api.post('groups', { name: 'x', path, parent_id: group.id })).toMatchObject(
        bad('path', 'is invalid'),
      );
      expect(await user.api.post('projects', { path, namespace_id: group.id })).toMatchObject(
        bad('path', 'is invalid'),
      );
    }
    expect((await user.api.post('groups', { name: 'x', path: unique('wikis') })).status).toBe(201);
  });

  it('refuses a taken path in any case, a project among the subgroups included', async () => {
    const group = await aGroup(user.api);
    await aProject(user.api, { path: 'shared', namespace_id: group.id });

    for (const fields of [
      { path: group.full_path },
      { path: group.full_path.toUpperCase() },
      { path: user.username },
      { path: 'SHARED', parent_id: group.id },
    ]) {
      expect(await user.api.post('groups', { name: 'x', ...fields })).toMatchObject(
        bad('path', 'has already been taken'),
      );
    }
  });

  it('nests twenty deep and no deeper', async () => {
    let parent = await aGroup(user.api);
    for (let depth = 2; depth <= 20; depth++) {
      parent = await aGroup(user.api, { path: 'g', parent_id: parent.id });
    }
    expect(await user.api.post('groups', { name: 'x', path: 'g', parent_id: parent.id })).toMatchObject(
      bad('path', 'is invalid'),
    );
    expect((await user.api.post('projects', { path: 'p', namespace_id: parent.id })).status).toBe(201);
  });

  it('keeps full paths within 1,024 characters', async () => {
    let parent = await aGroup(user.api, { path: unique('').padEnd(255, 'a').replace('-', 'x') });
    for (let depth = 0; depth < 3; depth++) {
      parent = await aGroup(user.api, { path: 'b'.repeat(255), parent_id: parent.id });
    }
    expect(parent.full_path).toHaveLength(1023);
    expect(await user.api.post('groups', { name: 'x', path: 'c', parent_id: parent.id })).toMatchObject(
      bad('path', 'is invalid'),
    );
    expect(await user.api.post('projects', { path: 'c', namespace_id: parent.id })).toMatchObject(
      bad('path', 'is invalid'),
    );
    const top = parent.full_path.split('/')[0]!;
    const shorter = top.slice(0, -2);
    expect((await user.api.put(`groups/${top}`, { path: shorter })).status).toBe(200);
    expect((await user.api.post('projects', { path: 'c', namespace_id: parent.id })).status).toBe(201);
    expect(await user.api.put(`groups/${shorter}`, { path: top })).toMatchObject(bad('path', 'is invalid'));
    expect((await user.api.put(`groups/${shorter}`, { path: `${shorter}a` })).status).toBe(200);
  });

  it('refuses a visibility above that of the parent', async () => {
    const [hidden, internal] = [await aGroup(user.api), await aGroup(user.api, { visibility: 'internal' })];
    for (const [parent, visibility, holder] of [
      [hidden, 'internal', 'private'],
      [hidden, 'public', 'private'],
      [internal, 'public', 'internal'],
    ] as const) {
      const answer = bad('visibility', `is not allowed in a ${holder} group`);
      expect(await user.api.post('groups', { name: 'x', path: 'x', parent_id: parent.id, visibility })).toMatchObject(
        answer,
      );
      expect(await user.api.post('projects', { path: 'x', namespace_id: parent.id, visibility })).toMatchObject(answer);
    }
    expect(
      (await user.api.post('groups', { name: 'x', path: 'x', parent_id: internal.id, visibility: 'internal' })).status,
    ).toBe(201);
  });

  it('requires the right to create groups, or subgroups there', async () => {
    const barred = await aUser(app, { can_create_group: false });
    expect(await barred.api.post('groups', { name: 'x', path: unique('g') })).toMatchObject(FORBIDDEN);

    const [usual, strict] = [await aGroup(user.api), await aGroup(user.api, { subgroup_creation_level: 'owner' })];
    for (const [parent, level, status] of [
      [usual, 30, 403],
      [usual, 40, 201],
      [strict, 40, 403],
      [strict, 50, 201],
    ] as const) {
      const { api } = await aMember(app, { group: parent }, level, { can_create_group: false });
      expect((await api.post('groups', { name: 'x', path: unique('s'), parent_id: parent.id })).status).toBe(status);
    }
    expect(await other.api.post('groups', { name: 'x', path: 'x', parent_id: usual.id })).toMatchObject(NO_GROUP);
    expect(await other.api.post('groups', { name: 'x', path: 'x', parent_id: 999_999 })).toMatchObject(NO_GROUP);
    expect(await other.api.post('groups', { name: 'x', path: 'x', parent_id: other.namespace_id })).toMatchObject(
      NO_GROUP,
    );
    expect((await app.anonymous.post('groups', {})).status).toBe(401);
  });

  it('makes a Maintainer Owner of the subgroup, but not who is Owner by inheritance', async () => {
    const group = await aGroup(user.api);
    const maintainer = await aMember(app, { group }, 40);
    const created = await aGroup(maintainer.api, { parent_id: group.id });
    const owned = await aGroup(user.api, { parent_id: group.id });

    expect((await user.api.get(`groups/${created.id}/members`)).body).toMatchObject([
      { id: maintainer.id, access_level: 50 },
    ]);
    expect((await user.api.get(`groups/${owned.id}/members`)).body).toEqual([]);
  });
});

describe('PUT /groups/:id', () => {
  it('changes what is sent and moves every address below', async () => {
    const group = await aGroup(user.api, { visibility: 'public' });
    const sub = await aGroup(user.api, { path: 'sub', parent_id: group.id });
    const project = await aProject(user.api, { path: 'p', namespace_id: sub.id });
    const path = unique('moved');

    const { status, body } = await user.api.put(`groups/${group.id}`, { path, name: 'Moved', description: 'd' });
    expect([status, body]).toMatchObject([
      200,
      { path, full_path: path, name: 'Moved', description: 'd', visibility: 'public' },
    ]);
    expect((await user.api.get(`projects/${path}%2Fsub%2Fp`)).body).toMatchObject({
      id: project.id,
      path_with_namespace: `${path}/sub/p`,
      http_url_to_repo: `${app.url}/${path}/sub/p.git`,
      name_with_namespace: expect.stringMatching(/^Moved \/ /),
    });
    expect(await user.api.get(`groups/${group.full_path}`)).toMatchObject(NO_GROUP);
    expect((await user.api.get(`projects/${group.full_path}%2Fsub%2Fp`)).status).toBe(404);
    expect((await user.api.post('groups', { name: 'x', path: group.full_path })).status).toBe(201);
    expect((await user.api.put(`groups/${sub.id}`, { path: 'SUB' })).body.full_path).toBe(`${path}/SUB`);
    expect((await user.api.put(`groups/${group.id}`, { description: null })).body.description).toBeNull();
  });

  it('refuses a taken path and a visibility that does not fit', async () => {
    const group = await aGroup(user.api, { visibility: 'public' });
    const sub = await aGroup(user.api, { parent_id: group.id, visibility: 'internal' });
    const taken = await aGroup(user.api);
    const holds = bad('visibility', 'is not allowed since this group contains more visible projects or groups');

    expect(await user.api.put(`groups/${group.id}`, { path: taken.full_path.toUpperCase() })).toMatchObject(
      bad('path', 'has already been taken'),
    );
    expect(await user.api.put(`groups/${group.id}`, { visibility: 'private' })).toMatchObject(holds);
    expect((await user.api.put(`groups/${group.id}`, { visibility: 'internal' })).status).toBe(200);
    expect(await user.api.put(`groups/${sub.id}`, { visibility: 'public' })).toMatchObject(
      bad('visibility', 'is not allowed in a internal group'),
    );
    await aProject(user.api, { namespace_id: sub.id, visibility: 'internal' });
    expect(await user.api.put(`groups/${sub.id}`, { visibility: 'private' })).toMatchObject(holds);
  });

  it('requires Owner, as DELETE does', async () => {
    const group = await aGroup(user.api, { visibility: 'public' });
    for (const level of [10, 20, 30, 40]) {
      const { api } = await aMember(app, { group }, level);
      expect(await api.put(`groups/${group.id}`, { name: '' })).toMatchObject(FORBIDDEN);
      expect(await api.delete(`groups/${group.id}`)).toMatchObject(FORBIDDEN);
    }
    expect(await other.api.put(`groups/${group.id}`, {})).toMatchObject(FORBIDDEN);
    expect((await app.anonymous.put(`groups/${group.id}`, {})).status).toBe(401);
    const hidden = await aGroup(user.api);
    expect(await other.api.put(`groups/${hidden.id}`, { name: '' })).toMatchObject(NO_GROUP);
    expect(await other.api.delete(`groups/${hidden.id}`)).toMatchObject(NO_GROUP);
    expect((await (await aMember(app, { group }, 50)).api.put(`groups/${group.id}`, {})).status).toBe(200);
  });
});

describe('GET /groups, /groups/:id/subgroups, /descendant_groups and /projects', () => {
  it('list visible groups by name, filtered and ordered', async () => {
    const word = unique('list');
    const top = await aGroup(user.api, { name: `${word} b`, path: `${word}-1`, visibility: 'public' });
    const sub = await aGroup(user.api, { name: `${word} c`, parent_id: top.id, visibility: 'internal' });
    const hidden = await aGroup(user.api, { name: `${word} a`, path: `${word}-3` });
    const guest = await aMember(app, { group: hidden }, 10);
    const some = (api: ApiClient, query = '') => idsOf(api, `groups?search=${word}&${query}`);

    expect(await some(user.api)).toEqual([hidden.id, top.id, sub.id]);
    expect(await some(other.api)).toEqual([top.id, sub.id]);
    expect(await some(app.anonymous)).toEqual([top.id]);
    expect(await some(app.admin)).toEqual([hidden.id, top.id, sub.id]);
    expect(await some(user.api, 'sort=desc')).toEqual([sub.id, top.id, hidden.id]);
    expect(await some(user.api, 'order_by=id')).toEqual([top.id, sub.id, hidden.id]);
    expect(await some(user.api, 'order_by=path&sort=desc&top_level_only=true')).toEqual([hidden.id, top.id]);
    expect(await some(user.api, 'visibility=internal')).toEqual([sub.id]);
    expect(await some(user.api, 'owned=true')).toEqual([hidden.id, top.id, sub.id]);
    expect(await some(guest.api, 'owned=true')).toEqual([]);
    expect(await some(guest.api, 'min_access_level=10')).toEqual([hidden.id]);
    expect(await some(guest.api, 'min_access_level=20')).toEqual([]);
    expect(await some(app.anonymous, 'owned=true')).toEqual([]);
    expect(await some(app.anonymous, 'min_access_level=10')).toEqual([]);
    expect(await some(user.api, `skip_groups[]=${top.id}&skip_groups[]=${hidden.id}`)).toEqual([sub.id]);
    expect(await idsOf(user.api, `groups?search=${word.toUpperCase()}-3`)).toEqual([hidden.id]);
    for (const [query, field] of [
      ['order_by=created_at', 'order_by'],
      ['sort=down', 'sort'],
      ['visibility=x', 'visibility'],
      ['min_access_level=15', 'min_access_level'],
    ]) {
      expect(await user.api.get(`groups?${query}`)).toMatchObject(bad(field!, 'does not have a valid value'));
    }
  });

  it('list the children of a group, or all descendants, and projects', async () => {
    const group = await aGroup(user.api, { visibility: 'public' });
    const child = await aGroup(user.api, { parent_id: group.id, visibility: 'public' });
    const hidden = await aGroup(user.api, { parent_id: child.id });
    const [direct, deep] = [
      await aProject(user.api, { namespace_id: group.id, visibility: 'public' }),
      await aProject(user.api, { namespace_id: hidden.id }),
    ];
    const below = (api: ApiClient, list: string) => idsOf(api, `groups/${group.id}/${list}`);

    expect(await below(user.api, 'subgroups')).toEqual([child.id]);
    expect((await below(user.api, 'descendant_groups')).sort()).toEqual([child.id, hidden.id]);
    expect(await below(app.anonymous, 'descendant_groups')).toEqual([child.id]);
    expect(await below(user.api, 'projects')).toEqual([direct.id]);
    expect(await below(user.api, 'projects?include_subgroups=true')).toEqual([deep.id, direct.id]);
    expect(await below(user.api, 'projects?include_subgroups=true&order_by=id&sort=asc')).toEqual([direct.id, deep.id]);
    expect(await below(app.anonymous, 'projects?include_subgroups=true')).toEqual([direct.id]);
    expect(await below(user.api, 'projects?include_subgroups=true&visibility=private')).toEqual([deep.id]);
    for (const list of ['subgroups', 'descendant_groups', 'projects', 'members']) {
      expect(await other.api.get(`groups/${hidden.id}/${list}`)).toMatchObject(NO_GROUP);
    }
  });
});

describe('GET /namespaces and /namespaces/:id', () => {
  it('list the own one and those of own groups; administrators see all', async () => {
    const person = await aUser(app);
    const group = await aGroup(user.api, { name: `N ${unique('ns')}` });
    const sub = await aGroup(user.api, { parent_id: group.id });
    await user.api.post(`groups/${group.id}/members`, { user_id: person.id, access_level: 20 });
    const own = await aGroup(person.api);
    const open = await aGroup(user.api, { visibility: 'public' });

    expect(await idsOf(person.api, 'namespaces')).toEqual([person.namespace_id, group.id, sub.id, own.id]);
    expect(await idsOf(person.api, 'namespaces?owned_only=true')).toEqual([person.namespace_id, own.id]);
    expect(await idsOf(person.api, `namespaces?search=${group.full_path.toUpperCase()}`)).toEqual([group.id, sub.id]);
    for (const { path, id } of [
      { path: open.full_path, id: open.id },
      { path: person.username, id: person.namespace_id },
    ]) {
      expect(await idsOf(app.admin, `namespaces?search=${path}`)).toEqual([id]);
      expect(await idsOf(app.admin, `namespaces?owned_only=true&search=${path}`)).toEqual([]);
    }
    expect((await app.anonymous.get('namespaces')).status).toBe(401);
    expect((await person.api.get('namespaces?owned_only=maybe')).body).toEqual({
      message: { owned_only: ['is invalid'] },
    });
  });

  it('show one by id or path to everybody who sees it', async () => {
    const group = await aGroup(user.api);
    const sub = await aGroup(user.api, { parent_id: group.id, path: 'sub', name: 'Sub' });

    for (const id of [String(sub.id), `${group.full_path}%2FSUB`]) {
      expect((await user.api.get(`namespaces/${id}`)).body).toEqual({
        id: sub.id,
        name: 'Sub',
        path: 'sub',
        kind: 'group',
        full_path: `${group.full_path}/sub`,
        parent_id: group.id,
        avatar_url: null,
        web_url: `${app.url}/groups/${group.full_path}/sub`,
      });
      expect(await other.api.get(`namespaces/${id}`)).toMatchObject({
        status: 404,
        text: '{"message":"404 Namespace Not Found"}',
      });
    }
    for (const id of [String(user.namespace_id), user.username]) {
      expect((await other.api.get(`namespaces/${id}`)).body).toMatchObject({
        kind: 'user',
        path: user.username,
        parent_id: null,
      });
    }
    expect((await app.anonymous.get(`namespaces/${user.namespace_id}`)).status).toBe(401);
  });
});
