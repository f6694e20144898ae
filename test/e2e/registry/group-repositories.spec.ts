import { anImage, pushImage } from '../../builders/images.js';
import { aGroup, aMember, aProject, aToken, aUser } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { registryAs } from '../../builders/registry.js';
import { aStoredRepository } from '../../builders/stored-images.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { fewestStatements } from '../../support/fewest-statements.js';
import { GUEST, REPORTER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
});
afterAll(() => app.close());

const listOf = (group: TestGroup) => `groups/${group.id}/registry/repositories`;
const namesOf = (body: { name: string }[]) => body.map(({ name }) => name);

const inGroup = (group: TestGroup, fields: object = {}): Promise<TestProject> =>
  aProject(owner.api, { namespace_id: group.id, ...fields });

async function someRepositories(project: TestProject, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await aStoredRepository(app, project.id, name);
  }
}

describe('GET /groups/:id/registry/repositories', () => {
  it('lists what has a manifest in the group and all groups below it, oldest first, without tags', async () => {
    const group = await aGroup(owner.api);
    const below = await aGroup(owner.api, { parent_id: group.id });
    const deep = await aGroup(owner.api, { parent_id: below.id });
    const [top, low] = [await inGroup(group), await inGroup(deep)];
    await someRepositories(top, ['b']);
    await pushImage(registryAs(app, owner), `${low.path_with_namespace}/a`, 'v1', anImage({ layers: [] }));
    await someRepositories(top, ['']);
    await someRepositories(await inGroup(await aGroup(owner.api)), ['elsewhere']);

    const { status, body, headers } = await owner.api.get(`${listOf(group)}?tags=true&tags_count=maybe`);

    expect([status, headers.get('x-total'), namesOf(body)]).toEqual([200, '3', ['b', 'a', '']]);
    expect(body[1]).toEqual({
      id: expect.any(Number),
      name: 'a',
      path: `${low.path_with_namespace}/a`,
      project_id: low.id,
      location: `${new URL(app.url).host}/${low.path_with_namespace}/a`,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.any(String),
      cleanup_policy_started_at: null,
      status: null,
    });
    expect(
      namesOf((await owner.api.get(`groups/${encodeURIComponent(below.full_path)}/registry/repositories`)).body),
    ).toEqual(['a']);
  });

  it('leaves out projects whose registry is disabled, and deleted ones; private and archived ones stay', async () => {
    const group = await aGroup(owner.api);
    const fields = [
      { container_registry_access_level: 'disabled' },
      { container_registry_access_level: 'private' },
      {},
      {},
    ];
    const projects = await Promise.all(fields.map((field) => inGroup(group, field)));
    for (const [index, project] of projects.entries()) {
      await someRepositories(project, [`r${index}`]);
    }
    await owner.api.post(`projects/${projects[2]!.id}/archive`);
    await app.sql('update projects set pending_delete = true where id = $1', [projects[3]!.id]);

    expect(namesOf((await owner.api.get(listOf(group))).body)).toEqual(['r1', 'r2']);
  });

  it('answers Reporters of the group, by inheritance too, and refuses others who see it', async () => {
    const top = await aGroup(owner.api, { visibility: 'public' });
    const group = await aGroup(owner.api, { parent_id: top.id, visibility: 'public' });
    const project = await inGroup(group);
    await someRepositories(project, ['app']);
    const reporter = await aMember(app, { group: top }, REPORTER);
    const forbidden = { status: 403, body: { message: '403 Forbidden' } };

    expect(namesOf((await reporter.api.get(listOf(group))).body)).toEqual(['app']);
    expect(namesOf((await app.admin.get(listOf(group))).body)).toEqual(['app']);
    expect(await (await aMember(app, { group }, GUEST)).api.get(listOf(group))).toMatchObject(forbidden);
    expect(await (await aMember(app, { project }, REPORTER)).api.get(listOf(group))).toMatchObject(forbidden);
    expect(await (await aUser(app)).api.get(listOf(group))).toMatchObject(forbidden);
    expect(await app.anonymous.get(listOf(group))).toMatchObject(forbidden);
  });

  it('answers 404 for a group that is hidden or unknown, and 401 to a wrong credential', async () => {
    const group = await aGroup(owner.api, { visibility: 'private' });
    const stranger = await aUser(app);
    const hidden = { status: 404, body: { message: '404 Group Not Found' } };

    expect(await stranger.api.get(listOf(group))).toMatchObject(hidden);
    expect(await app.anonymous.get(listOf(group))).toMatchObject(hidden);
    expect(await owner.api.get('groups/99999999/registry/repositories')).toMatchObject(hidden);
    expect(await owner.api.get('groups/9223372036854775808/registry/repositories')).toMatchObject(hidden);
    expect((await app.as('nonsense').get(listOf(group))).status).toBe(401);
  });

  it('requires the scopes of REST, and ignores job and deploy tokens', async () => {
    const group = await aGroup(owner.api, { visibility: 'public' });
    const scoped = async (...scopes: string[]) => app.as(await aToken(app, owner.id, { scopes })).get(listOf(group));

    expect((await scoped('read_api')).status).toBe(200);
    expect(await scoped('read_registry')).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope', scope: 'api read_api' },
    });
    for (const header of ['JOB-TOKEN', 'DEPLOY-TOKEN']) {
      expect((await app.anonymous.get(listOf(group), { headers: { [header]: 'x' } })).status).toBe(403);
    }
  });

  it('is paged by number and by keyset, and asks the database as often for many rows as for one', async () => {
    const group = await aGroup(owner.api);
    await someRepositories(await inGroup(group), ['a', 'b', 'c']);
    await someRepositories(await inGroup(group), ['d', 'e']);

    const page = await owner.api.get(`${listOf(group)}?per_page=2&page=2`);
    const keyset = `${listOf(group)}?pagination=keyset&order_by=id&sort=desc&per_page=3`;
    const first = await owner.api.get(keyset);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')![1]!;

    expect([namesOf(page.body), page.headers.get('x-total'), page.headers.get('x-next-page')]).toEqual([
      ['c', 'd'],
      '5',
      '3',
    ]);
    expect([namesOf(first.body), namesOf((await owner.api.get(next)).body)]).toEqual([
      ['e', 'd', 'c'],
      ['b', 'a'],
    ]);
    expect(await fewestStatements(app, () => owner.api.get(`${listOf(group)}?per_page=100`))).toBe(
      await fewestStatements(app, () => owner.api.get(`${listOf(group)}?per_page=1`)),
    );
  });
});
