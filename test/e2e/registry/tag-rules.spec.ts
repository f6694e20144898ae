import { anImage, pushImage, putManifest } from '../../builders/images.js';
import { aMemberOf, aRegistryProject } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, GUEST, MAINTAINER, REPORTER } from '../../support/levels.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const rulesOf = ({ project }: RegistryProject) => `projects/${project.id}/registry/tag_rules`;

async function aRule(fixture: RegistryProject, body: object = { tag_pattern: 'v.*' }) {
  const { status, body: rule } = await fixture.owner.api.post(rulesOf(fixture), body);
  expect(status).toBe(201);
  return rule;
}

async function repositoryPath({ project, owner }: RegistryProject): Promise<string> {
  const { body } = await owner.api.get(`projects/${project.id}/registry/repositories`);
  return `projects/${project.id}/registry/repositories/${body[0].id}`;
}

describe('/projects/:id/registry/tag_rules', () => {
  it('creates, shows, changes and deletes rules', async () => {
    const fixture = await aRegistryProject(app);

    const rule = await aRule(fixture);
    const changed = await fixture.owner.api.put(`${rulesOf(fixture)}/${rule.id}`, { repository_pattern: 'app|' });
    const shown = await fixture.owner.api.get(`${rulesOf(fixture)}/${rule.id}`);
    const listed = await fixture.owner.api.get(rulesOf(fixture));
    const removed = await fixture.owner.api.delete(`${rulesOf(fixture)}/${rule.id}`);

    expect(rule).toEqual({
      id: expect.any(Number),
      tag_pattern: 'v.*',
      repository_pattern: '.*',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect([changed.status, changed.body]).toEqual([200, { ...rule, ...changed.body, repository_pattern: 'app|' }]);
    expect(shown.body).toEqual(changed.body);
    expect([listed.body, listed.headers.get('x-total')]).toEqual([[changed.body], '1']);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect(await fixture.owner.api.get(`${rulesOf(fixture)}/${rule.id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Tag Rule Not Found' },
    });
  });

  it('takes RE2 patterns of at most 1000 characters', async () => {
    const fixture = await aRegistryProject(app);
    const post = (body: object) => fixture.owner.api.post(rulesOf(fixture), body);

    expect((await post({ repository_pattern: 'x' })).body).toEqual({
      message: '400 (Bad request) "tag_pattern" not given',
    });
    expect((await post({ tag_pattern: '' })).body).toEqual({ message: { tag_pattern: ["can't be blank"] } });
    expect((await post({ tag_pattern: '(?=x)', repository_pattern: '*' })).body).toEqual({
      message: {
        tag_pattern: [expect.stringMatching(/^is an invalid regexp: /)],
        repository_pattern: [expect.stringMatching(/^is an invalid regexp: /)],
      },
    });
    expect((await post({ tag_pattern: 'x'.repeat(1001) })).body).toEqual({
      message: { tag_pattern: ['is too long (maximum is 1000 characters)'] },
    });
    expect((await post({ tag_pattern: 'x'.repeat(1000) })).status).toBe(201);
    const { id } = await aRule(fixture);
    expect((await fixture.owner.api.put(`${rulesOf(fixture)}/${id}`, { tag_pattern: '(' })).status).toBe(400);
  });

  it('is changed by Maintainers and read by Reporters', async () => {
    const fixture = await aRegistryProject(app);
    const { id } = await aRule(fixture);
    const apis = await Promise.all(
      [GUEST, REPORTER, DEVELOPER, MAINTAINER].map(async (level) => (await aMemberOf(app, fixture, level)).api),
    );
    const path = `${rulesOf(fixture)}/${id}`;

    const statuses = await Promise.all(
      apis.map(async (api) => [
        (await api.get(rulesOf(fixture))).status,
        (await api.get(path)).status,
        (await api.post(rulesOf(fixture), { tag_pattern: 'x' })).status,
        (await api.put(path, { tag_pattern: 'y' })).status,
        (await api.delete(`${rulesOf(fixture)}/999999`)).status,
      ]),
    );

    expect(statuses).toEqual([
      [403, 403, 403, 403, 403],
      [200, 200, 403, 403, 403],
      [200, 200, 403, 403, 403],
      [200, 200, 201, 200, 404],
    ]);
    expect((await app.anonymous.get(rulesOf(fixture))).body).toEqual({ message: '404 Project Not Found' });
  });

  it('answers 404 for a rule of another project', async () => {
    const [fixture, other] = [await aRegistryProject(app), await aRegistryProject(app)];
    const { id } = await aRule(fixture);

    for (const answer of [
      await other.owner.api.get(`${rulesOf(other)}/${id}`),
      await other.owner.api.put(`${rulesOf(other)}/${id}`, { tag_pattern: 'x' }),
      await other.owner.api.delete(`${rulesOf(other)}/${id}`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { message: '404 Tag Rule Not Found' } });
    }
  });

  it('writes audit events', async () => {
    const fixture = await aRegistryProject(app);
    const { id } = await aRule(fixture);
    await fixture.owner.api.put(`${rulesOf(fixture)}/${id}`, { tag_pattern: 'w.*' });
    await fixture.owner.api.delete(`${rulesOf(fixture)}/${id}`);

    const events = await app.sql<{ details: { custom_message?: string } }>(
      `select details from audit_events where entity_type = 'Project' and entity_id = $1
       and details->>'target_type' = 'ContainerTagRule' order by id`,
      [fixture.project.id],
    );
    expect(events.map(({ details }) => details.custom_message)).toEqual([
      'Image tag rule created',
      'Image tag rule changed',
      'Image tag rule deleted',
    ]);
  });
});

describe('a tag under a rule of /projects/:id/registry/tag_rules', () => {
  it('is neither moved nor deleted, by /v2, REST or bulk delete, and its repository stays', async () => {
    const fixture = await aRegistryProject(app);
    const name = `${fixture.path}/app`;
    await aRule(fixture, { tag_pattern: 'v\\d+', repository_pattern: 'app' });
    const image = await pushImage(fixture.registry, name, 'v1');
    const other = await pushImage(fixture.registry, name, 'w1', anImage({ layers: [] }));
    const repository = await repositoryPath(fixture);
    const denied = { status: 403, body: { errors: [{ code: 'DENIED', message: 'tag is immutable' }] } };

    expect(await putManifest(fixture.registry, name, 'v1', other)).toMatchObject(denied);
    expect((await putManifest(fixture.registry, name, 'v1', image)).status).toBe(201);
    expect(await fixture.registry.delete(`${name}/manifests/v1`)).toMatchObject(denied);
    expect(await fixture.registry.delete(`${name}/manifests/${image.digest}`)).toMatchObject(denied);
    expect(await fixture.owner.api.delete(`${repository}/tags/v1`)).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - tag is immutable' },
    });
    expect((await fixture.owner.api.delete(repository)).status).toBe(403);
    const preview = await fixture.owner.api.delete(`${repository}/tags`, { name_regex_delete: '.*', dry_run: true });
    expect(preview.body.items.map(({ name: tag, rule }: Record<string, string>) => [tag, rule])).toEqual([
      ['v1', 'immutable'],
      ['w1', 'name_regex_delete'],
    ]);
  });

  it('is held in the repositories that the second pattern names, including the one at the project itself', async () => {
    const fixture = await aRegistryProject(app);
    await aRule(fixture, { tag_pattern: 'v1', repository_pattern: '|app/.*' });
    const moved = async (rest: string) => {
      await pushImage(fixture.registry, fixture.path + rest, 'v1');
      return (await putManifest(fixture.registry, fixture.path + rest, 'v1', await pushed(fixture, rest))).status;
    };

    expect([await moved(''), await moved('/app/x'), await moved('/app')]).toEqual([403, 403, 201]);
  });

  it('is held in the repository at the project itself alone by a second pattern without characters', async () => {
    const fixture = await aRegistryProject(app);
    const { id, repository_pattern: pattern } = await aRule(fixture, { tag_pattern: 'v1', repository_pattern: '' });
    await pushImage(fixture.registry, fixture.path, 'v1');
    await pushImage(fixture.registry, `${fixture.path}/app`, 'v1');
    const remove = async (path: string) => (await fixture.registry.delete(`${path}/manifests/v1`)).status;

    expect(pattern).toBe('');
    expect([await remove(fixture.path), await remove(`${fixture.path}/app`)]).toEqual([403, 202]);
    expect(await fixture.owner.api.put(`${rulesOf(fixture)}/${id}`, { tag_pattern: ' ' })).toMatchObject({
      status: 400,
      body: { message: { tag_pattern: ["can't be blank"] } },
    });
  });

  it('can be changed again when the rule is deleted', async () => {
    const fixture = await aRegistryProject(app);
    const { id } = await aRule(fixture);
    await pushImage(fixture.registry, fixture.path, 'v1');
    await fixture.owner.api.delete(`${rulesOf(fixture)}/${id}`);

    expect((await fixture.registry.delete(`${fixture.path}/manifests/v1`)).status).toBe(202);
  });
});

/** Another image in the repository, under no tag that a rule names. */
const pushed = ({ registry, path }: RegistryProject, rest: string) =>
  pushImage(registry, path + rest, 'other', anImage({ layers: [] }));
