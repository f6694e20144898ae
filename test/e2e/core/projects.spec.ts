import { SettingsService } from '../../../src/core/settings/settings.service.js';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { FORBIDDEN, bad } from '../../support/answers.js';
import { ISO_TIME } from '../../support/times.js';
import { idsOf } from '../../support/ids-of.js';

let app: TestApp;
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  app = await startApp();
  [user, other] = await Promise.all([aUser(app), aUser(app)]);
});
afterAll(() => app.close());

const NO_PROJECT = { status: 404, text: '{"message":"404 Project Not Found"}' };
const NO_NAMESPACE = { status: 404, text: '{"message":"404 Namespace Not Found"}' };
const TIME = expect.stringMatching(ISO_TIME);

const SIMPLE = [
  ...[
    'id',
    'name',
    'path',
    'name_with_namespace',
    'path_with_namespace',
    'description',
    'default_branch',
    'created_at',
  ],
  ...['last_activity_at', 'topics', 'tag_list', 'web_url', 'http_url_to_repo', 'ssh_url_to_repo', 'readme_url'],
  ...['avatar_url', 'forks_count', 'star_count', 'namespace'],
];
const ANONYMOUS = [...SIMPLE, 'visibility', 'archived', 'empty_repo', 'container_registry_access_level'];
const RECORD = [
  ...ANONYMOUS,
  ...['updated_at', 'creator_id', 'container_registry_enabled', 'container_registry_image_prefix', 'packages_enabled'],
  ...[
    'jobs_enabled',
    'builds_access_level',
    'public_jobs',
    'public_builds',
    'shared_runners_enabled',
    'ci_config_path',
  ],
  ...['build_timeout', 'auto_cancel_pending_pipelines', 'import_status', 'shared_with_groups', 'issues_enabled'],
  ...['merge_requests_enabled', 'wiki_enabled', 'snippets_enabled', 'lfs_enabled', 'request_access_enabled'],
  ...['printing_merge_request_link_enabled', 'ci_forward_deployment_enabled', 'allow_merge_on_skipped_pipeline'],
  ...['only_allow_merge_if_pipeline_succeeds', 'only_allow_merge_if_all_discussions_are_resolved'],
  ...['remove_source_branch_after_merge', 'merge_method', 'squash_option', 'pages_access_level'],
  ...['squash_commit_template', 'merge_commit_template', 'suggestion_commit_message', 'emails_disabled'],
  ...['open_issues_count', '_links', 'permissions'],
];

/** Kept without effect here, with their defaults (contract: core §6). */
const SWITCHES = {
  issues_enabled: true,
  merge_requests_enabled: true,
  wiki_enabled: true,
  snippets_enabled: true,
  lfs_enabled: true,
  request_access_enabled: true,
  printing_merge_request_link_enabled: true,
  ci_forward_deployment_enabled: true,
  only_allow_merge_if_pipeline_succeeds: false,
  only_allow_merge_if_all_discussions_are_resolved: false,
  allow_merge_on_skipped_pipeline: false,
  remove_source_branch_after_merge: true,
  merge_method: 'merge',
  squash_option: 'default_off',
  pages_access_level: 'private',
  squash_commit_template: null,
  merge_commit_template: null,
  suggestion_commit_message: null,
  emails_disabled: null,
};
const TURNED = {
  ...Object.fromEntries(Object.entries(SWITCHES).map(([name, value]) => [name, value !== true])),
  merge_method: 'ff',
  squash_option: 'always',
  pages_access_level: 'public',
  squash_commit_template: '%{title}',
  merge_commit_template: 'Merge %{source_branch}',
  suggestion_commit_message: 'Apply',
};

describe('switches of a project that have no effect', () => {
  it('are stored and shown by POST, PUT, GET and lists, and stay as they are when they are not sent', async () => {
    const { status, body } = await user.api.post('projects', { name: unique('switched'), ...TURNED });
    expect([status, body]).toEqual([201, expect.objectContaining(TURNED)]);

    const path = `projects/${body.id}`;
    const renamed = await user.api.put(path, { description: 'd', merge_method: 'rebase_merge' });
    const merged = { ...TURNED, merge_method: 'rebase_merge' };
    expect([renamed.status, renamed.body]).toEqual([200, expect.objectContaining(merged)]);
    expect((await user.api.get(path)).body).toMatchObject(merged);
    expect((await user.api.get(`projects?owned=true&search=${body.name}`)).body).toMatchObject([merged]);

    expect((await user.api.put(path, SWITCHES)).body).toMatchObject(SWITCHES);
    expect((await user.api.get(path)).body).toMatchObject(SWITCHES);
  });

  it.each(['merge_method', 'squash_option', 'pages_access_level'])('refuse another word for %s', async (name) => {
    expect(await user.api.post('projects', { name: unique('switched'), [name]: 'odd' })).toMatchObject(
      bad(name, 'does not have a valid value'),
    );
  });
});

describe('GET /projects/:id', () => {
  it('answers every field', async () => {
    const { status, body } = await user.api.post('projects', { name: 'My Fine Project', visibility: 'public' });
    const api = `${app.url}/api/v4/projects/${body.id}`;

    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'My Fine Project',
        path: 'my-fine-project',
        name_with_namespace: `${user.username} / My Fine Project`,
        path_with_namespace: `${user.username}/my-fine-project`,
        description: null,
        default_branch: 'main',
        visibility: 'public',
        created_at: TIME,
        updated_at: TIME,
        last_activity_at: TIME,
        creator_id: user.id,
        topics: [],
        tag_list: [],
        web_url: `${app.url}/${user.username}/my-fine-project`,
        http_url_to_repo: `${app.url}/${user.username}/my-fine-project.git`,
        ssh_url_to_repo: null,
        readme_url: null,
        avatar_url: null,
        forks_count: 0,
        star_count: 0,
        empty_repo: true,
        archived: false,
        namespace: {
          id: user.namespace_id,
          name: user.username,
          path: user.username,
          kind: 'user',
          full_path: user.username,
          parent_id: null,
          avatar_url: null,
          web_url: `${app.url}/${user.username}`,
        },
        owner: {
          id: user.id,
          username: user.username,
          name: user.username,
          state: 'active',
          avatar_url: null,
          web_url: `${app.url}/${user.username}`,
        },
        container_registry_enabled: true,
        container_registry_access_level: 'enabled',
        container_registry_image_prefix: `${new URL(app.url).host}/${user.username}/my-fine-project`,
        container_registry_size: 0,
        container_registry_size_limit: null,
        packages_enabled: true,
        jobs_enabled: true,
        builds_access_level: 'enabled',
        public_jobs: true,
        public_builds: true,
        shared_runners_enabled: true,
        ci_config_path: null,
        build_timeout: 3600,
        auto_cancel_pending_pipelines: 'enabled',
        import_status: 'none',
        shared_with_groups: [],
        ...SWITCHES,
        open_issues_count: 0,
        _links: { self: api, repo_branches: `${api}/repository/branches`, members: `${api}/members` },
        permissions: { project_access: { access_level: 50, notification_level: 3 }, group_access: null },
        runners_token: expect.stringMatching(/./),
      },
    ]);
    expect((await user.api.get(`projects/${body.id}`)).body).toEqual(body);
  });

  it('answers as many fields as the caller may see', async () => {
    const group = await aGroup(user.api, { visibility: 'public' });
    const project = await aProject(user.api, { namespace_id: group.id, visibility: 'public' });
    const keys = async (api: ApiClient, query = '') =>
      Object.keys((await api.get(`projects/${project.id}${query}`)).body).sort();

    expect(await keys(app.anonymous)).toEqual([...ANONYMOUS].sort());
    expect(await keys(other.api)).toEqual([...RECORD].sort());
    expect(await keys((await aMember(app, { project }, 30)).api)).toEqual([...RECORD].sort());
    const managed = [...RECORD, 'runners_token', 'container_registry_size', 'container_registry_size_limit'];
    expect(await keys((await aMember(app, { project }, 40)).api)).toEqual([...managed].sort());
    expect(await keys(user.api)).toEqual([...managed].sort());
    expect(await keys(app.admin)).toEqual([...managed, 'repository_storage'].sort());
    const listed = async (api: ApiClient, query: string) =>
      Object.keys((await api.get(`groups/${group.id}/projects?${query}`)).body[0] as object).sort();
    expect(await listed(user.api, 'simple=true')).toEqual([...SIMPLE].sort());
    expect(await listed(app.anonymous, 'simple=true')).toEqual([...ANONYMOUS].sort());
    expect(await listed(app.anonymous, '')).toEqual([...ANONYMOUS].sort());
    expect(await listed(other.api, '')).toEqual([...RECORD].sort());
  });

  it('answers the level of the caller in the project and by the groups above', async () => {
    const group = await aGroup(user.api);
    const project = await aProject(user.api, { namespace_id: group.id });
    const developer = await aMember(app, { group }, 30);
    const permissions = async (api: ApiClient) => (await api.get(`projects/${project.id}`)).body.permissions;
    const access = (level: number) => ({ access_level: level, notification_level: 3 });

    expect(await permissions(developer.api)).toEqual({ project_access: null, group_access: access(30) });
    await user.api.post(`projects/${project.id}/members`, { user_id: developer.id, access_level: 40 });
    expect(await permissions(developer.api)).toEqual({ project_access: access(40), group_access: access(30) });
    expect(await permissions(app.admin)).toEqual({ project_access: null, group_access: null });
  });

  it('answers statistics to Reporters who ask, filled by the feature modules', async () => {
    const project = await aProject(user.api, { visibility: 'public' });
    const zero = {
      commit_count: 0,
      storage_size: 0,
      repository_size: 0,
      job_artifacts_size: 0,
      packages_size: 0,
      snippets_size: 0,
      container_registry_size: 0,
      lfs_objects_size: 0,
      wiki_size: 0,
    };
    const path = `projects/${project.id}?statistics=true`;
    const guest = await aMember(app, { project }, 10);
    const reporter = await aMember(app, { project }, 20);

    for (const api of [reporter.api, user.api, app.admin]) {
      const { statistics } = (await api.get(path)).body;
      expect(Object.keys(statistics as object).sort()).toEqual(Object.keys(zero).sort());
    }
    for (const api of [guest.api, other.api, app.anonymous]) {
      expect((await api.get(path)).body.statistics).toBeUndefined();
    }
    expect((await user.api.get(`projects/${project.id}`)).body.statistics).toBeUndefined();
    const list = (await reporter.api.get('projects?membership=true&statistics=yes')).body as { statistics: unknown }[];
    expect(list[0]!.statistics).toMatchObject({ lfs_objects_size: 0 });
    await app.sql(`insert into counters (name, owner_id, value) values ('artifact_bytes', $1, 7)`, [project.id]);
    expect((await user.api.get(path)).body.statistics).toMatchObject({ job_artifacts_size: 7, storage_size: 7 });
  });
});

describe('POST /projects', () => {
  it('takes every field under each of its names', async () => {
    const fields = {
      description: 'd',
      visibility: 'internal',
      default_branch: 'trunk',
      ci_config_path: 'ci/main.yml',
      topics: ['a', 'b'],
      build_timeout: 600,
      jobs_enabled: false,
      public_jobs: false,
      shared_runners_enabled: false,
      packages_enabled: false,
      container_registry_access_level: 'private',
      auto_cancel_pending_pipelines: 'disabled',
    };
    const { status, body } = await user.api.post('projects', { path: unique('all'), ...fields });
    expect([status, body]).toMatchObject([
      201,
      {
        ...fields,
        tag_list: ['a', 'b'],
        builds_access_level: 'disabled',
        public_builds: false,
        container_registry_enabled: true,
      },
    ]);

    const aliases = {
      builds_access_level: 'disabled',
      public_builds: false,
      tag_list: 'x,y',
      build_timeout: 2_592_000,
    };
    expect((await user.api.post('projects', { name: unique('all'), ...aliases })).body).toMatchObject({
      jobs_enabled: false,
      public_jobs: false,
      topics: ['x', 'y'],
      build_timeout: 2_592_000,
    });
  });

  it('makes the path of the name, and the name of the path', async () => {
    for (const [name, path] of [
      ['Hello World', 'hello-world'],
      [' Trim Me ', 'trim-me'],
      ['A_b.C', 'a_b.c'],
      ['Ünïcode', 'n-code'],
      ['--x--', 'x'],
    ]) {
      const owner = await aUser(app);
      expect((await owner.api.post('projects', { name })).body).toMatchObject({ name, path });
    }
    expect((await user.api.post('projects', { path: 'Only.Path' })).body).toMatchObject({
      name: 'Only.Path',
      path: 'Only.Path',
    });
    expect(await user.api.post('projects', { name: '!!!' })).toMatchObject(bad('path', 'is invalid'));
    expect(await user.api.post('projects', {})).toMatchObject({
      text: '{"message":"400 (Bad request) \\"name, path\\" not given"}',
    });
  });

  it.each([
    [{ name: '' }, 'name', "can't be blank"],
    [{ name: 'x'.repeat(256) }, 'name', 'is too long (maximum is 255 characters)'],
    [{ name: 'a\u0001b' }, 'name', 'is invalid'],
    [{ path: '' }, 'path', "can't be blank"],
    [{ path: 'a/b' }, 'path', 'is invalid'],
    [{ path: 'x.git' }, 'path', 'is invalid'],
    [{ path: 'x'.repeat(256) }, 'path', 'is invalid'],
    [{ path: 'wikis' }, 'path', 'is invalid'],
    [{ visibility: 'open' }, 'visibility', 'does not have a valid value'],
    [{ build_timeout: 599 }, 'build_timeout', 'is invalid'],
    [{ build_timeout: 2_592_001 }, 'build_timeout', 'is invalid'],
    [{ build_timeout: 'x' }, 'build_timeout', 'is invalid'],
    [{ ci_config_path: '../x' }, 'ci_config_path', 'is invalid'],
    [{ ci_config_path: '/x' }, 'ci_config_path', 'is invalid'],
    [{ ci_config_path: 'a/../../x' }, 'ci_config_path', 'is invalid'],
    [{ container_registry_access_level: 'open' }, 'container_registry_access_level', 'does not have a valid value'],
    [{ auto_cancel_pending_pipelines: 'maybe' }, 'auto_cancel_pending_pipelines', 'does not have a valid value'],
    [{ jobs_enabled: 'maybe' }, 'jobs_enabled', 'is invalid'],
    [{ topics: { a: 1 } }, 'topics', 'is invalid'],
    [{ topics: ['a', 'x'.repeat(256)] }, 'topics', 'is too long (maximum is 255 characters)'],
    [{ default_branch: 'a..b' }, 'default_branch', 'is invalid'],
  ])('is refused, as PUT is, for %j', async (fields, name, text) => {
    const project = await aProject(user.api);
    expect(await user.api.post('projects', { path: unique('bad'), ...fields })).toMatchObject(bad(name, text));
    expect(await user.api.put(`projects/${project.id}`, fields)).toMatchObject(bad(name, text));
  });

  it('takes a blank default branch for none', async () => {
    const created = await user.api.post('projects', { path: unique('blank'), default_branch: '' });
    const named = await aProject(user.api, { default_branch: 'trunk' });

    expect(created).toMatchObject({ status: 201, body: { default_branch: 'main' } });
    expect((await user.api.put(`projects/${named.id}`, { default_branch: ' ' })).body.default_branch).toBe('trunk');
  });

  it('follows the settings for what is not sent', async () => {
    const settings = app.app.get(SettingsService);
    await settings.change({
      defaultProjectVisibility: 'internal',
      defaultBranchName: 'trunk',
      sharedRunnersEnabled: false,
    });
    const { body } = await user.api.post('projects', { name: unique('set') });
    await settings.change({
      defaultProjectVisibility: 'private',
      defaultBranchName: 'main',
      sharedRunnersEnabled: true,
    });

    expect(body).toMatchObject({ visibility: 'internal', default_branch: 'trunk', shared_runners_enabled: false });
  });

  it('refuses a taken path in any case, a subgroup included', async () => {
    const group = await aGroup(user.api);
    await aGroup(user.api, { path: 'sub', parent_id: group.id });
    await aProject(user.api, { path: 'p', namespace_id: group.id });

    for (const path of ['P', 'SUB']) {
      expect(await user.api.post('projects', { path, namespace_id: group.id })).toMatchObject(
        bad('path', 'has already been taken'),
      );
    }
    expect(await user.api.post('groups', { name: 'x', path: 'P', parent_id: group.id })).toMatchObject(
      bad('path', 'has already been taken'),
    );
    expect((await user.api.post('projects', { path: 'p' })).status).toBe(201);
  });

  it('requires a namespace that the caller sees and may create in', async () => {
    const [hidden, open] = [await aGroup(user.api), await aGroup(user.api, { visibility: 'public' })];
    const create = (api: ApiClient, namespace: unknown) =>
      api.post('projects', { path: unique('p'), namespace_id: namespace });

    expect(await create(other.api, hidden.id)).toMatchObject(NO_NAMESPACE);
    expect(await create(other.api, 999_999)).toMatchObject(NO_NAMESPACE);
    expect(await create(other.api, -1)).toMatchObject(NO_NAMESPACE);
    expect(await create(other.api, open.id)).toMatchObject(FORBIDDEN);
    expect(await create(other.api, user.namespace_id)).toMatchObject(FORBIDDEN);
    expect((await create(other.api, other.namespace_id)).status).toBe(201);
    expect((await create(other.api, null)).body.namespace.id).toBe(other.namespace_id);
    expect(await create(other.api, 'x')).toMatchObject(bad('namespace_id', 'is invalid'));
    expect((await create(app.anonymous, open.id)).status).toBe(401);
  });

  it("follows the group's project_creation_level, and makes its creator at least Maintainer", async () => {
    for (const [creation, level, status] of [
      ['developer', 20, 403],
      ['developer', 30, 201],
      ['maintainer', 30, 403],
      ['maintainer', 40, 201],
      ['noone', 50, 403],
    ] as const) {
      const group = await aGroup(user.api, { project_creation_level: creation });
      const { api, id } = await aMember(app, { group }, level);
      const answer = await api.post('projects', { path: unique('p'), namespace_id: group.id });

      expect(answer.status).toBe(status);
      if (status === 201) {
        expect(answer.body).toMatchObject({
          permissions: { project_access: { access_level: 40 }, group_access: { access_level: level } },
        });
        expect(answer.body.owner).toBeUndefined();
        expect(await idsOf(api, `projects/${answer.body.id}/members`)).toEqual([id]);
      } else {
        expect(answer).toMatchObject(FORBIDDEN);
      }
    }
    const closed = await aGroup(user.api, { project_creation_level: 'noone' });
    expect((await app.admin.post('projects', { path: 'p', namespace_id: closed.id })).status).toBe(201);
    const owned = await aProject(user.api, { namespace_id: (await aGroup(user.api)).id });
    expect(await idsOf(user.api, `projects/${owned.id}/members`)).toEqual([]);
  });

  it('is refused above the limit of the owner of the namespace', async () => {
    const limited = await aUser(app, { projects_limit: 1 });
    await aProject(limited.api);

    const answer = bad('limit_reached', 'Your project limit is 1 projects');
    expect(await limited.api.post('projects', { path: unique('p') })).toMatchObject(answer);
    expect(
      (await limited.api.post('projects', { path: unique('p'), namespace_id: (await aGroup(limited.api)).id })).status,
    ).toBe(201);
    const none = await aUser(app, { projects_limit: 0 });
    expect((await none.api.get('user')).body.can_create_project).toBe(false);
    expect(await none.api.post('projects', { path: 'p' })).toMatchObject(
      bad('limit_reached', 'Your project limit is 0 projects'),
    );
  });
});

describe('POST /projects/user/:user_id', () => {
  it('creates a project in the namespace of that user, with that user as creator', async () => {
    const { status, body } = await app.admin.post(`projects/user/${other.id}`, { name: 'For You', description: 'd' });

    expect([status, body]).toMatchObject([
      201,
      { creator_id: other.id, path_with_namespace: `${other.username}/for-you`, owner: { id: other.id } },
    ]);
    expect((await other.api.get(`projects/${body.id}`)).body.permissions.project_access.access_level).toBe(50);
    expect(await user.api.post(`projects/user/${other.id}`, {})).toMatchObject(FORBIDDEN);
    expect(await app.admin.post('projects/user/999999', {})).toMatchObject({
      text: '{"message":"404 User Not Found"}',
    });
    expect(await app.admin.post(`projects/user/${other.id}`, {})).toMatchObject({ status: 400 });
  });

  it('leaves the owner of a namespace Owner when an administrator creates there', async () => {
    const { body } = await app.admin.post('projects', { path: unique('p'), namespace_id: other.namespace_id });

    expect((await other.api.get(`projects/${body.id}`)).body.permissions.project_access.access_level).toBe(50);
    expect(body.creator_id).toBe(1);
  });
});

describe('PUT /projects/:id', () => {
  it('changes what is sent and leaves the rest', async () => {
    const before = (await user.api.post('projects', { name: unique('p'), description: 'old', topics: ['kept'] })).body;

    const answer = await user.api.put(`projects/${before.id}`, {
      description: null,
      ci_config_path: 'x.yml',
      public_builds: false,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ...before,
        updated_at: expect.anything(),
        description: null,
        ci_config_path: 'x.yml',
        public_jobs: false,
        public_builds: false,
      },
    });
    expect((await user.api.put(`projects/${before.id}`, { ci_config_path: null, topics: [] })).body).toMatchObject({
      ci_config_path: null,
      topics: [],
    });
    expect((await user.api.put(`projects/${before.id}`, { container_registry_enabled: false })).body).toMatchObject({
      container_registry_access_level: 'disabled',
      container_registry_enabled: false,
    });
  });

  it('requires Maintainer, and Owner for visibility and path', async () => {
    const project = await aProject(user.api);
    const maintainer = await aMember(app, { project }, 40);
    for (const level of [10, 20, 30]) {
      const { api } = await aMember(app, { project }, level);
      expect(await api.put(`projects/${project.id}`, { name: '' })).toMatchObject(FORBIDDEN);
    }
    expect((await maintainer.api.put(`projects/${project.id}`, { name: 'M' })).status).toBe(200);
    expect(await maintainer.api.put(`projects/${project.id}`, { visibility: 'internal' })).toMatchObject(FORBIDDEN);
    expect(await maintainer.api.put(`projects/${project.id}`, { path: unique('p') })).toMatchObject(FORBIDDEN);
    expect((await user.api.put(`projects/${project.id}`, { visibility: 'public', path: unique('p') })).status).toBe(
      200,
    );
    expect(await other.api.put(`projects/${project.id}`, {})).toMatchObject(FORBIDDEN);
    expect((await app.anonymous.put(`projects/${project.id}`, {})).status).toBe(401);
  });

  it('moves the addresses with the path', async () => {
    const project = await aProject(user.api);
    const path = unique('Moved');

    expect((await user.api.put(`projects/${project.id}`, { path })).body).toMatchObject({
      path,
      path_with_namespace: `${user.username}/${path}`,
      http_url_to_repo: `${app.url}/${user.username}/${path}.git`,
      container_registry_image_prefix: `${new URL(app.url).host}/${user.username}/${path.toLowerCase()}`,
    });
    expect(await user.api.get(`projects/${encodeURIComponent(project.path_with_namespace)}`)).toMatchObject(NO_PROJECT);
    expect((await user.api.post('projects', { path: project.path_with_namespace.split('/')[1] })).status).toBe(201);
    expect(
      await user.api.put(`projects/${project.id}`, { path: project.path_with_namespace.split('/')[1] }),
    ).toMatchObject(bad('path', 'has already been taken'));
    expect((await user.api.put(`projects/${project.id}`, { path: path.toUpperCase() })).body.path).toBe(
      path.toUpperCase(),
    );
  });

  it('keeps the visibility within the group', async () => {
    const group = await aGroup(user.api, { visibility: 'internal' });
    const project = await aProject(user.api, { namespace_id: group.id });

    expect(await user.api.put(`projects/${project.id}`, { visibility: 'public' })).toMatchObject(
      bad('visibility', 'is not allowed in a internal group'),
    );
    expect((await user.api.put(`projects/${project.id}`, { visibility: 'internal' })).body.visibility).toBe('internal');
  });
});

describe('POST /projects/:id/archive and /projects/:id/unarchive', () => {
  it('require Owner, can be repeated, and leave settings and members changeable', async () => {
    const project = await aProject(user.api);
    const maintainer = await aMember(app, { project }, 40);
    for (const action of ['archive', 'unarchive']) {
      expect(await maintainer.api.post(`projects/${project.id}/${action}`)).toMatchObject(FORBIDDEN);
      for (let twice = 0; twice < 2; twice++) {
        expect(await user.api.post(`projects/${project.id}/${action}`)).toMatchObject({
          status: 201,
          body: { id: project.id, archived: action === 'archive' },
        });
      }
      expect((await user.api.put(`projects/${project.id}`, { description: action })).status).toBe(200);
      expect(
        (await user.api.post(`projects/${project.id}/members`, { user_id: (await aUser(app)).id, access_level: 10 }))
          .status,
      ).toBe(201);
    }
  });
});

describe('GET /projects/:id/users', () => {
  it('lists members, inherited ones too, as basic users', async () => {
    const group = await aGroup(user.api);
    const project = await aProject(user.api, { namespace_id: group.id, visibility: 'private' });
    const member = await aMember(app, { project }, 20, { name: 'Searched For' });

    const { body } = await member.api.get(`projects/${project.id}/users`);
    expect(body.map((person: object) => Object.keys(person).sort())).toEqual(
      Array(2).fill(['avatar_url', 'id', 'name', 'state', 'username', 'web_url']),
    );
    expect(await idsOf(member.api, `projects/${project.id}/users`)).toEqual([user.id, member.id]);
    expect(await idsOf(member.api, `projects/${project.id}/users?search=searched`)).toEqual([member.id]);
    expect(await idsOf(member.api, `projects/${project.id}/users?search=${user.username}`)).toEqual([user.id]);
    expect(await other.api.get(`projects/${project.id}/users`)).toMatchObject(NO_PROJECT);
    expect((await app.anonymous.get(`projects/${project.id}/users`)).status).toBe(401);
  });
});

describe('GET /projects', () => {
  it('lists visible projects, newest first, filtered and ordered', async () => {
    const word = unique('list');
    const owner = await aUser(app);
    const group = await aGroup(owner.api, { path: unique(`space-${word}`), visibility: 'public' });
    const make = async (name: string, fields: object = {}) =>
      (await aProject(owner.api, { name: `${word} ${name}`, path: unique('p'), ...fields })).id;
    const [hidden, internal, open, grouped] = [
      await make('d'),
      await make('c', { visibility: 'internal' }),
      await make('b', { visibility: 'public', topics: ['one', 'Two'] }),
      await make('a', { namespace_id: group.id, visibility: 'public' }),
    ];
    await owner.api.post(`projects/${open}/archive`);
    await app.sql(`update projects set last_activity_at = '2020-01-01' where id = $1`, [internal]);
    const external = await aUser(app, { external: true });
    const reporter = await aMember(app, { project: { id: hidden } }, 20);
    const some = (api: ApiClient, query = '') => idsOf(api, `projects?search=${word}&${query}`);

    expect(await some(owner.api)).toEqual([grouped, open, internal, hidden]);
    expect(await some(app.admin)).toEqual([grouped, open, internal, hidden]);
    expect(await some(other.api)).toEqual([grouped, open, internal]);
    expect(await some(external.api)).toEqual([grouped, open]);
    expect(await some(app.anonymous)).toEqual([grouped, open]);
    expect(await some(reporter.api)).toEqual([grouped, open, internal, hidden]);
    expect(await some(owner.api, 'order_by=name&sort=asc')).toEqual([grouped, open, internal, hidden]);
    expect(await some(owner.api, 'order_by=name')).toEqual([hidden, internal, open, grouped]);
    expect(await some(owner.api, 'order_by=last_activity_at&sort=asc&per_page=1')).toEqual([internal]);
    expect(await some(owner.api, 'order_by=&sort=')).toEqual(await some(owner.api, 'order_by=created_at&sort=desc'));
    expect(await some(owner.api, 'owned=true')).toEqual([grouped, open, internal, hidden]);
    expect(await some(reporter.api, 'owned=true')).toEqual([]);
    expect(await some(reporter.api, 'membership=true')).toEqual([hidden]);
    expect(await some(other.api, 'membership=true')).toEqual([]);
    expect(await some(reporter.api, 'min_access_level=20')).toEqual([hidden]);
    expect(await some(reporter.api, 'min_access_level=30')).toEqual([]);
    for (const filter of ['owned', 'membership', 'starred']) {
      expect(await some(app.anonymous, `${filter}=true`)).toEqual([]);
      expect(await some(owner.api, `${filter}=false`)).toHaveLength(4);
    }
    expect(await some(owner.api, 'starred=true')).toEqual([]);
    expect(await some(owner.api, 'visibility=internal')).toEqual([internal]);
    expect(await some(owner.api, 'archived=true')).toEqual([open]);
    expect(await some(owner.api, 'archived=false')).toEqual([grouped, internal, hidden]);
    expect(await some(owner.api, 'topic=one')).toEqual([open]);
    expect(await some(owner.api, 'last_activity_before=2020-06-01')).toEqual([internal]);
    expect(await some(owner.api, 'last_activity_after=2020-06-01T00:00:00Z')).toEqual([grouped, open, hidden]);
    expect(await some(owner.api, `id_after=${hidden}&id_before=${grouped}`)).toEqual([open, internal]);
    expect(await some(app.admin, 'repository_storage=elsewhere')).toEqual([]);
    expect(await some(app.admin, 'repository_storage=default')).toHaveLength(4);
    expect(await some(owner.api, 'repository_storage=elsewhere')).toHaveLength(4);
    expect(await some(owner.api, 'repository_storage[]=elsewhere')).toHaveLength(4);
    expect((await app.admin.get('projects?repository_storage[]=elsewhere')).status).toBe(400);
    expect(await idsOf(owner.api, `projects?search=${group.full_path}`)).toEqual([]);
    expect(await idsOf(owner.api, `projects?search=${group.full_path}&search_namespaces=true`)).toEqual([grouped]);
    expect(await idsOf(owner.api, `projects?search=${word.toUpperCase()}%20D`)).toEqual([hidden]);
    for (const [query, field] of [
      ['order_by=star_count', 'order_by'],
      ['sort=random', 'sort'],
      ['visibility=x', 'visibility'],
      ['min_access_level=7', 'min_access_level'],
    ]) {
      expect(await user.api.get(`projects?${query}`)).toMatchObject(bad(field!, 'does not have a valid value'));
    }
  });
});
