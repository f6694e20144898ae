import { aPackage, genericPath, upload } from '../../builders/packages.js';
import { anAlertIntegration } from '../../builders/alerts.js';
import { aGroup, aMember, aProject, aUser } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { aStoredRepository, storeTags } from '../../builders/stored-images.js';
import { alertSender } from '../../support/alert-sender.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, GUEST, MAINTAINER, REPORTER } from '../../support/levels.js';
import { dataOf, gid } from './ask.js';

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
let path: string;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  group = await aGroup(owner.api, { visibility: 'private' });
  project = await aProject(owner.api, { namespace_id: group.id, visibility: 'private', description: 'about it' });
  path = project.path_with_namespace;
});
afterAll(() => app.close());

const inProject = async (client: ApiClient, fields: string, variables: object = {}, types = '') =>
  (
    await dataOf(client, `query ($path: ID! ${types}) { project(fullPath: $path) { ${fields} } }`, {
      path,
      ...variables,
    })
  ).project;

describe('project', () => {
  it('is shown with its group, as REST shows it', async () => {
    const rest = (await owner.api.get(`projects/${project.id}`)).body;
    const shown = await inProject(
      owner.api,
      `id name path fullPath description visibility archived webUrl createdAt lastActivityAt containerRegistryAccessLevel
       group { id name path fullPath visibility webUrl parent { id } }`,
    );

    expect(shown).toEqual({
      id: gid('Project', project.id),
      name: rest.name,
      path: rest.path,
      fullPath: path,
      description: 'about it',
      visibility: 'private',
      archived: false,
      webUrl: rest.web_url,
      createdAt: rest.created_at,
      lastActivityAt: rest.last_activity_at,
      containerRegistryAccessLevel: 'enabled',
      group: {
        id: gid('Group', group.id),
        name: group.path,
        path: group.path,
        fullPath: group.full_path,
        visibility: 'private',
        webUrl: `${app.url}/groups/${group.full_path}`,
        parent: null,
      },
    });
  });

  it('is null where it is hidden, by its id, and for anonymous callers', async () => {
    const stranger = await aUser(app);

    expect(await inProject(stranger.api, 'id')).toBeNull();
    expect(await inProject(app.anonymous, 'id')).toBeNull();
    expect((await dataOf(owner.api, `{ project(fullPath: "${project.id}") { id } }`)).project).toBeNull();
  });

  it('shows what the role allows', async () => {
    const fields = `containerRepositories { count } containerRepositoriesCount packages { count } pipelines { count }
      triggerTokens { count } alertManagementAlerts { count } alertManagementIntegrations { count } integrations { count }`;
    const shownTo = async (level: number) => {
      const member = await aMember(app, { project }, level);
      const shown = (await inProject(member.api, fields)) as Record<string, unknown>;
      return Object.keys(shown).filter((name) => shown[name] !== null);
    };
    const reading = ['containerRepositories', 'containerRepositoriesCount'];

    expect(await shownTo(GUEST)).toEqual(reading);
    expect(await shownTo(REPORTER)).toEqual([...reading, 'packages', 'pipelines']);
    expect(await shownTo(DEVELOPER)).toEqual([
      ...[...reading, 'packages', 'pipelines'],
      ...['alertManagementAlerts', 'alertManagementIntegrations'],
    ]);
    expect(await shownTo(MAINTAINER)).toHaveLength(8);
  });
});

describe('projects', () => {
  it('is searched, and goes forward and backward by cursors while projects are added', async () => {
    const user = await aUser(app);
    for (const name of ['one', 'two', 'three']) {
      await aProject(user.api, { path: `listed-${name}-${user.id}` });
    }
    const list = async (page: string) =>
      (
        await dataOf(
          user.api,
          `{ projects(search: "-${user.id}", membership: true, ${page}) { count nodes { path } edges { cursor node { path } }
             pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
        )
      ).projects;
    const named = (...names: string[]) => names.map((name) => ({ path: `listed-${name}-${user.id}` }));

    const first = await list('first: 2');
    await aProject(user.api, { path: `listed-four-${user.id}` });
    const second = await list(`first: 2, after: "${first.pageInfo.endCursor}"`);
    const back = await list(`last: 1, before: "${second.pageInfo.startCursor}"`);

    expect([first.count, first.nodes, first.pageInfo]).toEqual([
      3,
      named('three', 'two'),
      {
        hasNextPage: true,
        hasPreviousPage: false,
        startCursor: first.edges[0].cursor,
        endCursor: first.edges[1].cursor,
      },
    ]);
    expect([second.count, second.nodes, second.pageInfo.hasNextPage, second.pageInfo.hasPreviousPage]).toEqual([
      4,
      named('one'),
      false,
      true,
    ]);
    expect([back.nodes, back.pageInfo.hasNextPage, back.pageInfo.hasPreviousPage]).toEqual([named('two'), true, true]);
  });
});

describe('group', () => {
  it('lists its projects, images and packages to those who may see them', async () => {
    const child = await aGroup(owner.api, { parent_id: group.id, visibility: 'private' });
    const below = await aProject(owner.api, { namespace_id: child.id, visibility: 'private' });
    const images = await aStoredRepository(app, below.id, 'below');
    const shown = await aPackage(app, below.id, { name: 'below' });
    const guest = await aMember(app, { group }, GUEST);
    const query = `{ group(fullPath: "${group.full_path}") {
      own: projects(search: "${below.name}") { count } all: projects(includeSubgroups: true, search: "${below.name}") { nodes { id group { parent { id } } } }
      containerRepositories(name: "below") { nodes { id path project { id } } } packages(packageName: "below", sort: PROJECT_PATH_DESC) { nodes { id } } } }`;

    expect((await dataOf(owner.api, query)).group).toEqual({
      own: { count: 0 },
      all: { nodes: [{ id: gid('Project', below.id), group: { parent: { id: gid('Group', group.id) } } }] },
      containerRepositories: {
        nodes: [
          {
            id: gid('ContainerRepository', images.id),
            path: `${below.path_with_namespace.toLowerCase()}/below`,
            project: { id: gid('Project', below.id) },
          },
        ],
      },
      packages: { nodes: [{ id: gid('Package', shown) }] },
    });
    expect((await dataOf(guest.api, query)).group).toMatchObject({ containerRepositories: null, packages: null });
    expect((await dataOf(app.anonymous, query)).group).toBeNull();
  });
});

describe('containerRepository', () => {
  it('is shown with its tags, as REST shows them', async () => {
    const { id, name } = await aStoredRepository(app, project.id);
    await storeTags(app, id, [{ name: 'b', createdAt: '2026-01-02T03:04:05Z' }, { name: 'a' }, { name: 'other' }]);
    const rest = (await owner.api.get(`registry/repositories/${id}`)).body;
    const tag = (await owner.api.get(`projects/${project.id}/registry/repositories/${id}/tags/b`)).body;
    const query = `{ containerRepository(id: "${gid('ContainerRepository', id)}") {
      id name path location status canDelete createdAt updatedAt expirationPolicyStartedAt tagsCount size project { id }
      tags(sort: NAME_DESC, first: 2) { count nodes { name path location digest revision shortRevision totalSize createdAt canDelete } }
      named: tags(name: "oth") { nodes { name } } } }`;

    const shown = (await dataOf(owner.api, query)).containerRepository;

    expect(shown).toMatchObject({
      id: gid('ContainerRepository', id),
      name,
      path: rest.path,
      location: rest.location,
      status: null,
      canDelete: true,
      createdAt: rest.created_at,
      updatedAt: rest.updated_at,
      expirationPolicyStartedAt: null,
      tagsCount: 3,
      project: { id: gid('Project', project.id) },
      named: { nodes: [{ name: 'other' }] },
    });
    expect(shown.tags.count).toBe(3);
    expect(shown.tags.nodes[1]).toEqual({
      name: 'b',
      path: tag.path,
      location: tag.location,
      digest: tag.digest,
      revision: null,
      shortRevision: null,
      totalSize: '0',
      createdAt: '2026-01-02T03:04:05.000+00:00',
      canDelete: true,
    });
    expect((await dataOf((await aUser(app)).api, query)).containerRepository).toBeNull();
    const reporter = await aMember(app, { project }, REPORTER);
    expect((await dataOf(reporter.api, query)).containerRepository).toMatchObject({
      canDelete: false,
      tags: { nodes: [{ canDelete: false }, {}] },
    });
  });
});

describe('package', () => {
  it('is shown with its files, which can be downloaded', async () => {
    await upload(owner.api, genericPath(project.id, 'a.bin', '1.0', 'shown'), 'twelve bytes');
    await upload(owner.api, genericPath(project.id, 'a.bin', '2.0', 'shown'), 'x');
    const listed = await inProject(
      owner.api,
      'packages(packageName: "shown", packageType: GENERIC, status: DEFAULT, sort: VERSION_ASC) { count nodes { id version } }',
    );
    const { id } = listed.packages.nodes[0];

    const shown = await dataOf(
      owner.api,
      `query ($id: ID!) { package(id: $id) { id name version packageType status canDestroy project { id }
         tags { nodes { name } } pipelines { nodes { id } } versions { nodes { version } }
         packageFiles { nodes { id fileName size fileMd5 fileSha1 fileSha256 downloadPath } } } }`,
      { id },
    );
    const [file] = shown.package.packageFiles.nodes;
    const downloaded = await owner.api.get(file.downloadPath);

    expect(listed.packages).toMatchObject({ count: 2, nodes: [{ version: '1.0' }, { version: '2.0' }] });
    expect(shown.package).toMatchObject({
      id,
      name: 'shown',
      packageType: 'GENERIC',
      status: 'DEFAULT',
      canDestroy: true,
      project: { id: gid('Project', project.id) },
      tags: { nodes: [] },
      pipelines: { nodes: [] },
      versions: { nodes: [{ version: '2.0' }] },
    });
    expect(file).toMatchObject({ fileName: 'a.bin', size: '12', fileSha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect([downloaded.status, downloaded.text]).toEqual([200, 'twelve bytes']);
    expect((await dataOf(app.anonymous, `{ package(id: "${id}") { id } }`)).package).toBeNull();
    expect((await app.anonymous.get(file.downloadPath)).status).toBe(404);
  });

  it('has no version where its format has none', async () => {
    const id = await aPackage(app, project.id, { name: 'bare', version: '' });
    const listed = await inProject(
      owner.api,
      'packages(packageName: "bare", includeVersionless: true) { nodes { id version } }',
    );

    expect(listed.packages.nodes).toEqual([{ id: gid('Package', id), version: null }]);
    expect((await inProject(owner.api, 'packages(packageName: "bare") { count }')).packages.count).toBe(0);
  });

  it.each(['0', '4294967296', '9007199254740991', '9223372036854775808', '9'.repeat(40)])(
    'is null for the number %s, which no row has',
    async (number) => {
      const query = 'query ($id: ID!) { package(id: $id) { name } }';

      expect((await dataOf(owner.api, query, { id: `gid://slipway/Package/${number}` })).package).toBeNull();
    },
  );
});

describe('pipelines', () => {
  it('are filtered as in REST', async () => {
    for (const [iid, ref] of [
      [1, 'main'],
      [2, 'other'],
    ] as const) {
      await app.sql(
        `insert into ci_pipelines (project_id, iid, ref, is_tag, sha, source, status, user_id)
         values ($1, $2, $3, false, 'abc', 'push', 'success', $4)`,
        [project.id, iid, ref, owner.id],
      );
    }

    const shown = await inProject(
      owner.api,
      `pipelines(ref: "main", sha: "abc", source: "push", status: SUCCESS) {
         nodes { id iid status ref sha source path finishedAt duration user { username publicEmail } } } all: pipelines { count }`,
    );

    expect(shown).toEqual({
      pipelines: {
        nodes: [
          {
            id: expect.stringMatching(/^gid:\/\/slipway\/Pipeline\/\d+$/),
            iid: '1',
            status: 'SUCCESS',
            ref: 'main',
            sha: 'abc',
            source: 'push',
            path: expect.stringMatching(`^/${path}/-/pipelines/\\d+$`),
            finishedAt: null,
            duration: null,
            user: { username: owner.username, publicEmail: null },
          },
        ],
      },
      all: { count: 2 },
    });
  });
});

describe('triggerTokens', () => {
  it('shows the value to its creator alone', async () => {
    const made = (await owner.api.post(`projects/${project.id}/triggers`, { description: 'mine' })).body;
    const maintainer = await aMember(app, { project }, MAINTAINER);
    const fields = 'triggerTokens { nodes { id description token lastUsed owner { username } } }';

    expect((await inProject(owner.api, fields)).triggerTokens.nodes).toEqual([
      {
        id: gid('TriggerToken', made.id),
        description: 'mine',
        token: made.token,
        lastUsed: null,
        owner: { username: owner.username },
      },
    ]);
    expect((await inProject(maintainer.api, fields)).triggerTokens.nodes[0].token).toBe(made.token.slice(0, 4));
  });
});

describe('alerts', () => {
  it('are shown with their assignees, and their senders with keys to Maintainers', async () => {
    const integration = await anAlertIntegration(owner.api, project.id, { name: 'sender' });
    const send = alertSender(integration);
    await send({ title: 'first', severity: 'low' });
    await send({ title: 'second', severity: 'critical', hosts: ['a', 'b'] });
    await owner.api.put(`projects/${project.id}/alert_management_alerts/2`, { assignee_ids: [owner.id] });
    const developer = await aMember(app, { project }, DEVELOPER);

    const shown = await inProject(
      owner.api,
      `alertManagementAlerts(sort: SEVERITY_ASC, statuses: [TRIGGERED, ACKNOWLEDGED], first: 1) {
         count pageInfo { endCursor } nodes { title severity } }
       one: alertManagementAlerts(iid: "2", search: "sec") {
         nodes { iid title status severity hosts eventCount assignees { count nodes { username } } } }
       alertManagementIntegrations { nodes { id type name active url token } }`,
    );
    const next = await inProject(
      owner.api,
      `alertManagementAlerts(sort: SEVERITY_ASC, first: 1, after: "${shown.alertManagementAlerts.pageInfo.endCursor}") { nodes { title } }`,
    );
    const seen = await inProject(developer.api, 'alertManagementIntegrations { nodes { name token } }');

    expect(shown.alertManagementAlerts).toMatchObject({ count: 2, nodes: [{ title: 'first', severity: 'LOW' }] });
    expect(next.alertManagementAlerts.nodes).toEqual([{ title: 'second' }]);
    expect(shown.one.nodes).toEqual([
      {
        iid: '2',
        title: 'second',
        status: 'TRIGGERED',
        severity: 'CRITICAL',
        hosts: ['a', 'b'],
        eventCount: 1,
        assignees: { count: 1, nodes: [{ username: owner.username }] },
      },
    ]);
    expect(shown.alertManagementIntegrations.nodes).toEqual([
      {
        id: gid('AlertIntegration', integration.id),
        type: 'http',
        name: 'sender',
        active: true,
        url: integration.url,
        token: integration.token,
      },
    ]);
    expect(seen.alertManagementIntegrations.nodes).toEqual([{ name: 'sender', token: null }]);
  });
});

describe('integrations, user and operation', () => {
  it('are shown as REST shows them', async () => {
    await owner.api.put(`projects/${project.id}/integrations/external-wiki`, {
      external_wiki_url: 'https://w.example.com',
    });
    const gone = await aProject(owner.api);
    const { id } = (await owner.api.delete(`projects/${gone.id}`)).body.operation;
    const query = `query ($id: ID!, $operation: ID!) { user(id: $id) { username state webUrl avatarUrl }
      operation(id: $operation) { id kind progress { done total } createdAt } }`;
    const asked = { id: gid('User', owner.id), operation: id };

    const shown = await inProject(
      owner.api,
      'integrations(active: true, slug: "external-wiki") { nodes { slug title active } }',
    );
    const mine = await dataOf(owner.api, query, asked);
    const foreign = await dataOf((await aUser(app)).api, query, asked);

    expect(shown.integrations.nodes).toEqual([{ slug: 'external-wiki', title: expect.any(String), active: true }]);
    expect(mine).toEqual({
      user: { username: owner.username, state: 'active', webUrl: `${app.url}/${owner.username}`, avatarUrl: null },
      operation: { id, kind: expect.any(String), progress: expect.any(Object), createdAt: expect.any(String) },
    });
    expect([foreign.user.username, foreign.operation]).toEqual([owner.username, null]);
    expect(await dataOf(app.anonymous, query, asked)).toEqual({ user: null, operation: null });
  });

  it('are found by every name that REST knows them by', async () => {
    await owner.api.put(`projects/${project.id}/integrations/wiki-link-a`, {
      confluence_url: 'https://w.example.com',
    });
    for (const [name, slugs] of [
      ['confluence', ['wiki-link-a']],
      ['wiki_link_a', ['wiki-link-a']],
      ['nothing', []],
    ] as const) {
      const { integrations } = await inProject(owner.api, `integrations(slug: "${name}") { nodes { slug } }`);

      expect(integrations.nodes.map(({ slug }: { slug: string }) => slug)).toEqual(slugs);
    }
  });
});
