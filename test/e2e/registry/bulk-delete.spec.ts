import { Dispatcher } from '../../../src/platform/queue/dispatcher.js';
import { anImage, pushImage } from '../../builders/images.js';
import { aMember, aProject, aUser } from '../../builders/records.js';
import { aRegistryProject } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import { aStoredRepository, storeManyTags, storeTags, tagNames } from '../../builders/stored-images.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ended } from '../../support/operations.js';
import { DEVELOPER, MAINTAINER } from '../../support/levels.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TOO_SOON =
  'This request has already been made. You can run this at most once an hour for a given container repository';

let app: TestApp;
let fixture: RegistryProject;
let api: ApiClient;
beforeAll(async () => {
  app = await startApp();
  fixture = await aRegistryProject(app);
  api = fixture.owner.api;
});
afterAll(() => app.close());

const ago = (millis: number): string => new Date(Date.now() - millis).toISOString();
const tagsPath = (repositoryId: number, projectId = fixture.project.id) =>
  `projects/${projectId}/registry/repositories/${repositoryId}/tags`;
const bulkDelete = (repositoryId: number, params: object, as = api) => as.delete(tagsPath(repositoryId), params);

/** The tags of the example (contract: registry §4 Example) in a repository of its own. */
async function anExample(extra: readonly string[] = []) {
  const repository = await aStoredRepository(app, fixture.project.id);
  const digests = await storeTags(app, repository.id, [
    { name: 'latest', createdAt: ago(2 * HOUR) },
    { name: 'main', createdAt: ago(2 * HOUR) },
    { name: 'rc-1', createdAt: ago(3 * DAY) },
    { name: 'rc-2', createdAt: ago(10 * DAY) },
    { name: 'old', createdAt: ago(40 * DAY) },
    { name: 'raw', createdAt: null },
    ...extra.map((name) => ({ name, createdAt: ago(DAY) })),
  ]);
  return { ...repository, digests };
}

const fieldOf = async (params: object) => (await bulkDelete((await anExample()).id, params)).body.message;

describe('parameters of DELETE /projects/:id/registry/repositories/:repository_id/tags', () => {
  it('require a pattern, in its new or its older name', async () => {
    const { id } = await anExample();

    const missing = await bulkDelete(id, { keep_n: 'x', name_regex_keep: '(' });

    expect(missing).toMatchObject({
      status: 400,
      body: { message: '400 (Bad request) "name_regex_delete" not given' },
    });
    expect((await api.delete(`${tagsPath(id)}?name_regex=none`)).status).toBe(202);
  });

  it.each([
    ['a blank pattern', { name_regex_delete: ' ' }, { name_regex_delete: ["can't be blank"] }],
    ['a blank older pattern', { name_regex: '' }, { name_regex_delete: ["can't be blank"] }],
    [
      'a blank pattern beside an older one',
      { name_regex_delete: '', name_regex: 'x' },
      { name_regex_delete: ["can't be blank"] },
    ],
    ['a number below zero', { name_regex_delete: 'x', keep_n: -1 }, { keep_n: ['is invalid'] }],
    ['a number that is none', { name_regex_delete: 'x', keep_n: 'many' }, { keep_n: ['is invalid'] }],
    ['an age that is none', { name_regex_delete: 'x', older_than: 'soon' }, { older_than: ['is invalid'] }],
    ['an empty age', { name_regex_delete: 'x', older_than: '' }, { older_than: ['is invalid'] }],
    ['no positive age', { name_regex_delete: 'x', older_than: '0 days' }, { older_than: ['is invalid'] }],
    ['a word for a boolean', { name_regex_delete: 'x', dry_run: 'maybe' }, { dry_run: ['is invalid'] }],
    [
      'a pattern of 1001 characters',
      { name_regex_delete: 'a'.repeat(1001) },
      { name_regex_delete: ['is too long (maximum is 1000 characters)'] },
    ],
    ['a plan beside a filter', { name_regex_keep: 'x', plan_id: 'abc' }, { plan_id: ['is invalid'] }],
  ])('answer 400 for %s', async (_, params, message) => {
    expect(await fieldOf(params)).toEqual(message);
  });

  it.each(['(?=x)y', '(a)\\1', '*', '(a', 'a{1001}', '(?<=a)b'])(
    'refuse %s with the reason, and name every bad field',
    async (pattern) => {
      const message = await fieldOf({ name_regex_delete: pattern, name_regex_keep: '(', keep_n: -1 });

      expect(message).toEqual({
        name_regex_delete: [expect.stringMatching(/^is an invalid regexp: ./)],
        name_regex_keep: [expect.stringMatching(/^is an invalid regexp: ./)],
        keep_n: ['is invalid'],
      });
    },
  );

  it('refuse a bad older pattern, also beside a newer one that wins', async () => {
    const refused = { name_regex: [expect.stringMatching(/^is an invalid regexp: ./)] };

    expect(await fieldOf({ name_regex: '(' })).toEqual(refused);
    expect(await fieldOf({ name_regex_delete: 'old', name_regex: '(' })).toEqual(refused);
  });

  it('keep nothing by name_regex_keep without characters', async () => {
    const { id } = await anExample();

    const { status, body } = await bulkDelete(id, { name_regex_delete: 'old', name_regex_keep: '', dry_run: true });

    expect([status, body.totals]).toEqual([200, { delete: 1, keep: 5 }]);
  });

  it('are read from the query, a form or JSON, and others are ignored', async () => {
    const [a, b, c] = [await anExample(), await anExample(), await anExample()];
    const form = new URLSearchParams({ name_regex_delete: 'rc-1' });

    expect((await api.delete(`${tagsPath(a.id)}?name_regex_delete=rc-1&foo=bar`)).status).toBe(202);
    expect((await api.send('DELETE', tagsPath(b.id), form)).status).toBe(202);
    expect((await bulkDelete(c.id, { name_regex_delete: 'rc-1', keep_n: null })).status).toBe(202);
  });

  it('are checked after rights and before the repository', async () => {
    const { id } = await anExample();
    const developer = await aMember(app, { project: fixture.project }, DEVELOPER);
    const stranger = await aUser(app);

    expect((await bulkDelete(id, {}, developer.api)).status).toBe(403);
    expect((await bulkDelete(id, {}, stranger.api)).body).toEqual({ message: '404 Project Not Found' });
    expect((await bulkDelete(999_999, {})).status).toBe(400);
    expect((await bulkDelete(999_999, { name_regex_delete: 'x' })).body).toEqual({
      message: '404 Repository Not Found',
    });
    const other = await aProject(api);
    expect((await api.delete(tagsPath(id, other.id), { name_regex_delete: 'x' })).status).toBe(404);
    expect((await app.anonymous.delete(tagsPath(id), { name_regex_delete: 'x' })).status).toBe(404);
  });

  it('answer 403 in an archived project', async () => {
    const project = await aProject(api);
    const { id } = await aStoredRepository(app, project.id);
    await api.post(`projects/${project.id}/archive`);

    expect((await api.delete(tagsPath(id, project.id), { name_regex_delete: 'x' })).body).toEqual({
      message: '403 Forbidden - The project is archived',
    });
  });
});

describe('DELETE /projects/:id/registry/repositories/:repository_id/tags', () => {
  it('answers an operation and deletes what the rules name', async () => {
    const repository = await anExample();
    const before = Date.now();

    const answer = await bulkDelete(repository.id, { name_regex_delete: '.*', keep_n: 2 });
    const { id } = answer.body.operation;
    const operation = await ended(api, id);
    const after = Date.now();

    expect(answer).toMatchObject({
      status: 202,
      body: { message: '202 Accepted', operation: { kind: 'registry_tags_bulk_delete', state: 'scheduled' } },
    });
    expect(answer.headers.get('location')).toBe(`${app.url}/api/v4/operations/${id}`);
    expect(operation).toMatchObject({
      state: 'finished',
      progress: { done: 3, total: 3 },
      result: { deleted_count: 3, kept_count: 3, deleted: ['old', 'rc-1', 'rc-2'], skipped: [] },
    });
    expect(await tagNames(app, repository.id)).toEqual(['latest', 'main', 'raw']);
    const { body } = await api.get(`registry/repositories/${repository.id}`);
    const started = Date.parse(body.cleanup_policy_started_at);
    expect(started).toBeGreaterThanOrEqual(before - 1); // the database rounds to milliseconds
    expect(started).toBeLessThanOrEqual(after + 1);
  });

  it('deletes by age and pattern, and nothing where nothing matches', async () => {
    const [a, b] = [await anExample(), await anExample()];

    const byAge = await bulkDelete(a.id, { name_regex_delete: 'rc-.*|old', older_than: '1 week' });
    const none = await bulkDelete(b.id, { name_regex_delete: 'rc' });
    await ended(api, byAge.body.operation.id);
    const { result, progress } = await ended(api, none.body.operation.id);

    expect(await tagNames(app, a.id)).toEqual(['latest', 'main', 'raw', 'rc-1']);
    expect({ result, progress }).toEqual({
      result: { deleted_count: 0, kept_count: 6, deleted: [], skipped: [] },
      progress: { done: 0, total: 0 },
    });
  });

  it('removes names only: blobs and manifests stay, and audit log and history record it', async () => {
    const client = fixture.registry;
    const name = `${fixture.path}/kept`;
    const image = await pushImage(client, name, 'one', anImage());
    await pushImage(client, name, 'two', image);
    const { body } = await api.get(`projects/${fixture.project.id}/registry/repositories?per_page=100`);
    const { id } = body.find((repository: { path: string }) => repository.path === name);

    const answer = await bulkDelete(id, { name_regex_delete: 'one|two' });
    await ended(api, answer.body.operation.id);

    expect((await client.get(`${name}/manifests/${image.digest}`)).status).toBe(200);
    expect((await client.get(`${name}/blobs/${image.descriptor.digest}`)).status).toBe(404);
    const history = await app.sql(
      `select name, digest, reason, author_id as author from container_tag_history where repository_id = $1 order by name`,
      [id],
    );
    expect(history).toEqual(
      ['one', 'two'].map((tag) => ({
        name: tag,
        digest: image.digest,
        reason: 'deleted',
        author: fixture.owner.id,
      })),
    );
    const [manifest] = await app.sql<{ untagged_at: Date | null }>(
      'select untagged_at from container_manifests where repository_id = $1',
      [id],
    );
    expect(manifest!.untagged_at).not.toBeNull();
    const audit = await api.get(`projects/${fixture.project.id}/audit_events?per_page=100`);
    const texts = audit.body.map(({ details }: { details: { custom_message?: string } }) => details.custom_message);
    expect(texts).toEqual(expect.arrayContaining(['Deletion of 2 image tags scheduled', '2 image tags deleted']));
  });

  it('runs once in an hour for each repository, whatever the parameters', async () => {
    const [a, b] = [await anExample(), await anExample()];

    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => bulkDelete(a.id, { name_regex_delete: `nothing-${index}` })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([202, 400, 400, 400, 400, 400]);
    const refused = answers.filter(({ status }) => status === 400).map(({ body }) => body);
    expect(new Set(refused.map((body) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify({ message: TOO_SOON })]),
    );
    expect((await bulkDelete(b.id, { name_regex_delete: 'x' })).status).toBe(202);
    expect((await bulkDelete(a.id, { name_regex_delete: '(' })).body.message).toHaveProperty('name_regex_delete');
    expect((await bulkDelete(a.id, { name_regex_delete: '.*', dry_run: true })).status).toBe(200);
    await app.sql(`update container_repositories set next_cleanup_at = now() where id = $1`, [a.id]);
    expect((await bulkDelete(a.id, { name_regex_delete: 'x' })).status).toBe(202);
  });

  it('takes no lease for refusals and dry runs', async () => {
    const { id } = await anExample();
    await bulkDelete(id, { name_regex_delete: '(' });
    await bulkDelete(id, { name_regex_delete: '.*', dry_run: true });
    await bulkDelete(id, { plan_id: 'unknown' });

    expect((await bulkDelete(id, { name_regex_delete: 'x' })).status).toBe(202);
  });

  it('runs once for one Idempotency-Key', async () => {
    const { id } = await anExample();
    const headers = { 'Idempotency-Key': `key-${id}` };

    const first = await api.delete(tagsPath(id), { name_regex_delete: 'old' }, { headers });
    const again = await api.delete(tagsPath(id), { name_regex_delete: 'old' }, { headers });

    expect(again.status).toBe(202);
    expect(again.body.operation.id).toBe(first.body.operation.id);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('lets Maintainers, not Developers, read and cancel the operation', async () => {
    const { id } = await anExample();
    const maintainer = await aMember(app, { project: fixture.project }, MAINTAINER);
    const developer = await aMember(app, { project: fixture.project }, DEVELOPER);

    const answer = await bulkDelete(id, { name_regex_delete: 'x' });
    const path = `operations/${answer.body.operation.id}`;

    expect((await maintainer.api.get(path)).status).toBe(200);
    expect((await developer.api.get(path)).status).toBe(404);
  });
});

describe('DeleteTagsJob that starts late', () => {
  let still: TestApp;
  let where: RegistryProject;
  beforeAll(async () => {
    still = await startApp({ jobs: false });
    where = await aRegistryProject(still);
  });
  afterAll(() => still.close());

  const start = async (params: object, as = where.owner.api) => {
    const { id } = await aStoredRepository(still, where.project.id);
    await storeTags(still, id, [{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    const answer = await as.delete(tagsPath(id, where.project.id), params);
    return { id, operation: answer.body.operation.id as string };
  };
  const work = () => still.app.get(Dispatcher).start();
  const rest = () => still.app.get(Dispatcher).stop(1000);

  it('leaves tags alone that were pushed again, keeps to its plan, and can be canceled before it begins', async () => {
    const moved = await start({ name_regex_delete: '.*' });
    const canceled = await start({ name_regex_delete: '.*' });
    await storeTags(still, moved.id, [{ name: 'late' }, { name: 'other' }]);
    await still.sql(
      `update container_tags set manifest_id = (select manifest_id from container_tags where repository_id = $1 and name = 'other')
       where repository_id = $1 and name = 'b'`,
      [moved.id],
    );
    await still.sql(`delete from container_tags where repository_id = $1 and name = 'c'`, [moved.id]);
    const cancel = await where.owner.api.post(`operations/${canceled.operation}/cancel`);
    work();
    const result = (await ended(where.owner.api, moved.operation)).result;
    await rest();

    expect(result).toEqual({ deleted_count: 1, kept_count: 1, deleted: ['a'], skipped: ['b'] });
    expect(await tagNames(still, moved.id)).toEqual(['b', 'late', 'other']);
    expect(cancel).toMatchObject({ status: 200, body: { state: 'canceled' } });
    expect(await tagNames(still, canceled.id)).toEqual(['a', 'b', 'c']);
  });

  it('deletes nothing when its creator is no longer Maintainer', async () => {
    const maintainer = await aMember(still, { project: where.project }, MAINTAINER);
    const { id, operation } = await start({ name_regex_delete: '.*' }, maintainer.api);
    await where.owner.api.put(`projects/${where.project.id}/members/${maintainer.id}`, { access_level: DEVELOPER });
    work();
    const outcome = await ended(where.owner.api, operation);
    await rest();

    expect(outcome).toMatchObject({ state: 'failed', error: 'access denied', result: null });
    expect(await tagNames(still, id)).toEqual(['a', 'b', 'c']);
  });

  it('keeps tags that a rule protects by then', async () => {
    const { id, operation } = await start({ name_regex_delete: '.*' });
    await still.sql(`insert into container_tag_rules (project_id, tag_pattern) values ($1, 'b')`, [where.project.id]);
    work();
    const { result } = await ended(where.owner.api, operation);
    await rest();
    await still.sql(`delete from container_tag_rules`);

    expect(result).toMatchObject({ deleted_count: 2, kept_count: 1, deleted: ['a', 'c'], skipped: ['b'] });
    expect(await tagNames(still, id)).toEqual(['b']);
  });
});

describe('DELETE /projects/:id/registry/repositories/:repository_id/tags with dry_run', () => {
  it('answers which rule decided about every tag, and changes nothing', async () => {
    const { id, digests } = await anExample(['v1', 'keep-1']);
    await app.sql(`insert into container_tag_rules (project_id, tag_pattern, repository_pattern)
      select project_id, 'v1', name from container_repositories where id = ${id}`);

    const { status, body } = await bulkDelete(id, {
      name_regex_delete: 'rc-.*|old|keep-.*|main|v1',
      name_regex_keep: 'keep-.*',
      keep_n: 1,
      older_than: '5d',
      dry_run: 'yes',
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      dry_run: true,
      totals: { delete: 2, keep: 6 },
      plan_id: expect.any(String),
      reclaimable_bytes: 4,
    });
    expect(body.items.map(({ name, action, rule }: Record<string, string>) => `${name}: ${action}, ${rule}`)).toEqual([
      'keep-1: keep, name_regex_keep',
      'latest: keep, latest',
      'main: keep, keep_n',
      'old: delete, name_regex_delete',
      'raw: keep, name_regex_delete',
      'rc-1: keep, older_than',
      'rc-2: delete, name_regex_delete',
      'v1: keep, immutable',
    ]);
    expect(body.items[3]).toMatchObject({
      digest: digests.get('old'),
      created_at: expect.stringMatching(/\.\d{3}\+00:00$/),
    });
    expect(body.items[4].created_at).toBeNull();
    expect(Date.parse(body.expires_at) - Date.now()).toBeGreaterThan(3_500_000);
    expect(await tagNames(app, id)).toHaveLength(8);
  });

  it('counts the bytes that only the deleted tags hold', async () => {
    const client = fixture.registry;
    const name = `${fixture.path}/bytes`;
    const shared = anImage();
    const own = anImage({ layers: [shared.blobs[1]!, Buffer.alloc(5000, 'x')] });
    await pushImage(client, name, 'kept', shared);
    await pushImage(client, name, 'gone', own);
    await pushImage(client, name, 'gone-too', shared);
    const { body } = await api.get(`projects/${fixture.project.id}/registry/repositories?per_page=100`);
    const { id } = body.find((repository: { path: string }) => repository.path === name);
    const bytes = async (pattern: string) =>
      (await bulkDelete(id, { name_regex_delete: pattern, dry_run: true })).body.reclaimable_bytes;

    expect(await bytes('gone-too')).toBe(0);
    expect(await bytes('gone')).toBe(5000 + own.blobs[0]!.length + own.bytes.length);
    const { size } = (await api.get(`registry/repositories/${id}?size=true`)).body;
    expect(await bytes('.*')).toBe(size);
  });

  it('is carried out by its plan_id, for the tags that did not change', async () => {
    const { id } = await anExample();
    const other = await anExample();
    const dry = await bulkDelete(id, { name_regex_delete: 'rc-.*|old', dry_run: true });
    const plan = dry.body.plan_id;
    await storeTags(app, id, [{ name: 'rc-3' }]);
    await app.sql(
      `update container_tags set manifest_id = (select manifest_id from container_tags where repository_id = $1 and name = 'raw')
       where repository_id = $1 and name = 'old'`,
      [id],
    );

    expect((await bulkDelete(other.id, { plan_id: plan })).body).toEqual({ message: '404 Plan Not Found' });
    const answer = await bulkDelete(id, { plan_id: plan });
    const { result } = await ended(api, answer.body.operation.id);

    expect(result).toEqual({ deleted_count: 2, kept_count: 4, deleted: ['rc-1', 'rc-2'], skipped: ['old'] });
    expect(await tagNames(app, id)).toEqual(['latest', 'main', 'old', 'raw', 'rc-3']);
    expect((await bulkDelete(id, { plan_id: plan })).body).toEqual({ message: TOO_SOON });
  });

  it('answers a plan that ends after an hour', async () => {
    const { id } = await anExample();
    const { body } = await bulkDelete(id, { name_regex_delete: 'old', dry_run: true });
    await app.sql(`update container_cleanup_plans set expires_at = now() - interval '1 second' where id = $1`, [
      body.plan_id,
    ]);

    expect(await bulkDelete(id, { plan_id: body.plan_id })).toMatchObject({
      status: 404,
      body: { message: '404 Plan Not Found' },
    });
  });

  it('answers 403 to all but Maintainers', async () => {
    const { id } = await anExample();
    const developer = await aMember(app, { project: fixture.project }, DEVELOPER);

    expect((await bulkDelete(id, { name_regex_delete: '.*', dry_run: true }, developer.api)).status).toBe(403);
  });

  it('is answered once for one Idempotency-Key', async () => {
    const { id } = await anExample();
    const headers = { 'Idempotency-Key': 'a-preview' };
    const ask = () => api.delete(`${tagsPath(id)}?name_regex_delete=old&dry_run=true`, undefined, { headers });

    const [first, second] = [await ask(), await ask()];

    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect([second.status, second.text]).toEqual([200, first.text]);
  });

  it('streams the tags of a large repository', async () => {
    const { id } = await aStoredRepository(app, fixture.project.id);
    await storeManyTags(app, id, 5000);

    const { body } = await bulkDelete(id, { name_regex_delete: '.*[02468]', dry_run: true });

    expect(body.items).toHaveLength(5000);
    expect(body.totals).toEqual({ delete: 2500, keep: 2500 });
  });
});
