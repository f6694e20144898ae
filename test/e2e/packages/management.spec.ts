import { CollectPackagesJob } from '../../../src/modules/packages/collection/jobs/collect-packages.job.js';
import { BlobStore } from '../../../src/platform/blob/blob-store.js';
import { aPackage, genericPath, upload } from '../../builders/packages.js';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, GUEST, MAINTAINER, REPORTER } from '../../support/levels.js';
import { dataOf } from '../graphql/ask.js';

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  group = await aGroup(owner.api);
  project = await aProject(owner.api, { namespace_id: group.id });
});

const list = async (query = '', of = `projects/${project.id}`) =>
  (await owner.api.get(`${of}/packages?${query}`)).body as { id: number; name: string; version: string }[];
const namesOf = (found: readonly { name: string }[]) => found.map(({ name }) => name);

const linkedPipelines = async (api: ApiClient, id: number) =>
  (await dataOf(api, `{ package(id: "gid://slipway/Package/${id}") { pipelines { nodes { id } } } }`)).package.pipelines
    .nodes;

describe('GET /projects/:id/packages', () => {
  it('shows the record', async () => {
    await upload(owner.api, genericPath(project.id));
    const [found] = await list();

    expect(found).toEqual({
      id: expect.any(Number),
      name: 'tool',
      version: '1.0',
      package_type: 'generic',
      status: 'default',
      created_at: expect.stringMatching(/Z$/),
      last_downloaded_at: null,
      tags: [],
      _links: {
        web_path: `/${project.path_with_namespace}/-/packages/${found!.id}`,
        delete_api_path: `${app.url}/api/v4/projects/${project.id}/packages/${found!.id}`,
      },
      pipelines: [],
    });
  });

  it('selects by status, version, type and name', async () => {
    for (const status of ['default', 'error', 'hidden', 'processing', 'pending_destruction']) {
      await aPackage(app, project.id, { name: `of-${status}`, status });
    }
    await aPackage(app, project.id, { name: 'none', version: '', type: 'maven' });
    await aPackage(app, project.id, { name: 'My_100%', version: '2', type: 'npm' });

    expect(namesOf(await list())).toEqual(['of-default', 'of-error', 'My_100%']);
    expect(namesOf(await list('include_versionless=yes'))).toContain('none');
    expect(namesOf(await list('status='))).toEqual(['of-default', 'of-error', 'My_100%']);
    for (const status of ['default', 'error', 'hidden', 'processing', 'pending_destruction']) {
      expect(namesOf(await list(`status=${status}`))).toContain(`of-${status}`);
    }
    expect(namesOf(await list('package_type=npm'))).toEqual(['My_100%']);
    expect(namesOf(await list('package_name=y_100%25'))).toEqual(['My_100%']);
    expect(namesOf(await list('package_name=my%25'))).toEqual([]);
    expect(namesOf(await list('package_version=2'))).toEqual(['My_100%']);
  });

  it('orders by each column, in both directions exactly reversed', async () => {
    await aPackage(app, project.id, { name: 'b', version: '10', type: 'generic' });
    await aPackage(app, project.id, { name: 'a', version: '9', type: 'terraform_module' });
    await aPackage(app, project.id, { name: 'B', version: '9', type: 'maven' });
    await aPackage(app, project.id, { name: 'c', version: '1', type: 'npm' });
    const expected = {
      created_at: ['b', 'a', 'B', 'c'],
      name: ['B', 'a', 'b', 'c'],
      version: ['c', 'b', 'a', 'B'],
      type: ['B', 'c', 'b', 'a'],
    };
    for (const [order, names] of Object.entries(expected)) {
      expect(namesOf(await list(`order_by=${order}`))).toEqual(names);
      expect(namesOf(await list(`order_by=${order}&sort=desc`))).toEqual(names.toReversed());
      const first = await owner.api.get(
        `projects/${project.id}/packages?pagination=keyset&order_by=${order}&sort=asc&per_page=3`,
      );
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
      expect(namesOf([...first.body, ...(await owner.api.get(next!)).body])).toEqual(names);
    }
  });

  it.each(['order_by=project_path', 'order_by=id', 'sort=up', 'package_type=rpm', 'status=gone'])(
    'answers 400 for %s',
    async (query) => {
      const [name] = query.split('=');

      expect(await owner.api.get(`projects/${project.id}/packages?${query}`)).toMatchObject({
        status: 400,
        body: { message: { [name!]: ['does not have a valid value'] } },
      });
    },
  );

  it('is for those who may read packages', async () => {
    const open = await aProject(owner.api, { visibility: 'public' });
    const [guest, reporter] = [await aMember(app, { project }, GUEST), await aMember(app, { project }, REPORTER)];
    await aPackage(app, open.id);
    const path = `projects/${project.id}/packages`;

    expect((await app.anonymous.get(`projects/${open.id}/packages`)).body).toHaveLength(1);
    expect(await app.anonymous.get(path)).toMatchObject({ status: 404, body: { message: '404 Project Not Found' } });
    expect(await guest.api.get(path)).toMatchObject({ status: 403, body: { message: '403 Forbidden' } });
    expect((await reporter.api.get(path)).status).toBe(200);
  });
});

describe('GET /groups/:id/packages', () => {
  const paths = (found: readonly object[]) => found.map((one) => (one as { project_path: string }).project_path);

  it('shows readable packages of the group and its subgroups, with their project', async () => {
    const sub = await aGroup(owner.api, { parent_id: group.id });
    const below = await aProject(owner.api, { namespace_id: sub.id });
    const closed = await aProject(owner.api, { namespace_id: group.id, packages_enabled: false });
    const [first, second] = [await aPackage(app, project.id), await aPackage(app, below.id)];
    await aPackage(app, closed.id);
    await aPackage(app, project.id, { name: 'x/y', type: 'terraform_module' });
    const of = `groups/${group.id}`;
    const found = await list('', of);

    expect(found).toMatchObject([
      { id: first, project_id: project.id, project_path: project.path_with_namespace },
      { id: second, project_id: below.id, project_path: below.path_with_namespace },
    ]);
    expect(await list('exclude_subgroups=true', of)).toMatchObject([{ id: first }]);
    expect((await owner.api.get(`${of}/packages?package_type=terraform_module`)).status).toBe(400);
  });

  it('orders by the path of the project', async () => {
    const other = await aProject(owner.api, { namespace_id: group.id });
    for (const version of ['1', '2', '3']) {
      await aPackage(app, project.id, { version });
      await aPackage(app, other.id, { version });
    }
    const sorted = [project, other]
      .map((one) => one.path_with_namespace)
      .toSorted()
      .flatMap((path) => [path, path, path]);
    const asc = await list('order_by=project_path', `groups/${group.id}`);

    expect(paths(asc)).toEqual(sorted);
    expect(await list('order_by=project_path&sort=desc', `groups/${group.id}`)).toEqual(asc.toReversed());
  });

  it('shows each caller what they may read', async () => {
    const open = await aGroup(owner.api, { visibility: 'public' });
    const [shown, hidden] = [
      await aProject(owner.api, { namespace_id: open.id, visibility: 'public' }),
      await aProject(owner.api, { namespace_id: open.id, visibility: 'private' }),
    ];
    await aPackage(app, shown.id, { name: 'shown' });
    await aPackage(app, hidden.id, { name: 'hidden' });
    const reporter = await aMember(app, { project: hidden }, REPORTER);
    const [guest, stranger] = [await aMember(app, { group }, GUEST), await aUser(app)];
    const path = `groups/${open.id}/packages`;

    expect(namesOf((await app.anonymous.get(path)).body)).toEqual(['shown']);
    expect(namesOf((await reporter.api.get(path)).body)).toEqual(['shown', 'hidden']);
    expect((await guest.api.get(`groups/${group.id}/packages`)).status).toBe(403);
    expect(await stranger.api.get(`groups/${group.id}/packages`)).toMatchObject({
      status: 404,
      body: { message: '404 Group Not Found' },
    });
  });
});

describe('GET /projects/:id/packages/:package_id', () => {
  it('shows the other versions', async () => {
    const ids = [];
    for (const version of ['2', '10', '1']) {
      ids.push(await aPackage(app, project.id, { version }));
    }
    await aPackage(app, project.id, { version: '3', status: 'hidden' });
    await aPackage(app, project.id, { version: '3', name: 'another' });
    await aPackage(app, project.id, { version: '' });
    const { body } = await owner.api.get(`projects/${project.id}/packages/${ids[0]}`);

    expect(body.versions).toEqual(
      [ids[2], ids[1]].map((id) => ({
        id,
        version: expect.any(String),
        created_at: expect.any(String),
        tags: [],
        pipelines: [],
      })),
    );
    expect(body.pipeline).toBeUndefined();
  });

  it('shows the pipelines that published it to those alone who may read pipelines', async () => {
    const open = await aProject(owner.api, { visibility: 'public', public_jobs: false });
    await aCommit(owner.api, open, { '.ci.yml': 'build: { script: make }' });
    const pipeline = (await owner.api.post(`projects/${open.id}/pipeline`, { ref: 'main' })).body;
    await upload(owner.api, genericPath(open.id));
    const [found] = await list('', `projects/${open.id}`);
    const path = `projects/${open.id}/packages/${found!.id}`;
    const [file] = (await owner.api.get(`${path}/package_files`)).body;
    const link = [found!.id, file.id, pipeline.id];
    await app.sql('insert into package_pipelines (package_id, package_file_id, pipeline_id) values ($1, $2, $3)', link);
    const reporter = await aMember(app, { project: open }, REPORTER);
    const guest = await aMember(app, { project: open }, GUEST);

    expect((await reporter.api.get(path)).body).toMatchObject({ pipelines: [{ id: pipeline.id }] });
    expect((await reporter.api.get(`${path}/package_files`)).body).toMatchObject([
      { pipelines: [{ id: pipeline.id }] },
    ]);
    for (const api of [app.anonymous, guest.api]) {
      const record = (await api.get(path)).body;
      expect(record.pipelines).toEqual([]);
      expect(record).not.toHaveProperty('pipeline');
      expect((await api.get(`${path}/package_files`)).body[0]).not.toHaveProperty('pipelines');
      expect(await linkedPipelines(api, found!.id)).toEqual([]);
    }
    expect(await linkedPipelines(reporter.api, found!.id)).toHaveLength(1);
  });

  it.each(['hidden', 'processing', 'pending_destruction'])('answers 404 for a package that is %s', async (status) => {
    const id = await aPackage(app, project.id, { status });
    const refusal = { status: 404, body: { message: '404 Package Not Found' } };

    expect(await owner.api.get(`projects/${project.id}/packages/${id}`)).toMatchObject(refusal);
    expect(await owner.api.get(`projects/${project.id}/packages/${id}/package_files`)).toMatchObject(refusal);
  });

  it('answers 404 for a package of another project, and for what is no id', async () => {
    const id = await aPackage(app, (await aProject(owner.api)).id);

    expect((await owner.api.get(`projects/${project.id}/packages/${id}`)).body).toEqual({
      message: '404 Package Not Found',
    });
    expect((await owner.api.get(`projects/${project.id}/packages/tool`)).body).toEqual({ error: '404 Not Found' });
  });
});

describe('DELETE /projects/:id/packages/:package_id', () => {
  const remove = (user: TestUser, id: number) => user.api.delete(`projects/${project.id}/packages/${id}`);

  it('is for Maintainers, who are told of the record only then', async () => {
    const developer = await aMember(app, { project }, DEVELOPER);
    const maintainer = await aMember(app, { project }, MAINTAINER);
    const id = await aPackage(app, project.id);

    expect((await remove(developer, id)).status).toBe(403);
    expect((await remove(developer, 999_999)).status).toBe(403);
    expect((await developer.api.get(`projects/${project.id}/packages/${id}`)).body._links).not.toHaveProperty(
      'delete_api_path',
    );
    expect(await remove(maintainer, id)).toMatchObject({ status: 204, text: '' });
    expect(await remove(maintainer, id)).toMatchObject({ status: 404, body: { message: '404 Package Not Found' } });
  });

  it('lets one of parallel calls delete, frees the name at once, and writes an audit event', async () => {
    const path = genericPath(project.id);
    await upload(owner.api, path, 'old');
    const [found] = await list();
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(owner, found!.id)));
    const gone = (await owner.api.get(path)).status;

    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 404)]);
    expect(gone).toBe(404);
    expect((await upload(owner.api, path, 'new')).status).toBe(201);
    expect(await list()).toHaveLength(1);
    expect(await list('status=pending_destruction')).toMatchObject([{ id: found!.id }]);
    expect(
      await app.sql(
        `select 1 from audit_events where details ->> 'remove' = 'package'
      and details ->> 'target_id' = $1`,
        [String(found!.id)],
      ),
    ).toHaveLength(1);
  });

  it.each(['default', 'hidden'])('answers 412 when the package changed since, when it is %s', async (status) => {
    const id = await aPackage(app, project.id, { status });
    const since = (date: string) =>
      owner.api.delete(`projects/${project.id}/packages/${id}`, undefined, {
        headers: { 'If-Unmodified-Since': date },
      });

    expect((await since('Mon, 01 Jan 2024 00:00:00 GMT')).status).toBe(412);
    expect((await since(new Date(Date.now() + 5000).toUTCString())).status).toBe(204);
  });

  it('refuses in an archived project, where a package that is not there is 404', async () => {
    const id = await aPackage(app, project.id);
    await owner.api.post(`projects/${project.id}/archive`);

    expect((await remove(owner, id)).body).toEqual({ message: '403 Forbidden - The project is archived' });
    expect((await owner.api.get(`projects/${project.id}/packages/${id}`)).status).toBe(200);
    expect((await remove(owner, 999_999)).status).toBe(404);
  });
});

describe('DELETE /projects/:id/packages/:package_id/package_files/:package_file_id', () => {
  it('refuses in an archived project, where a file that is not there is 404', async () => {
    await upload(owner.api, genericPath(project.id));
    const [found] = await list();
    const files = `projects/${project.id}/packages/${found!.id}/package_files`;
    const [file] = (await owner.api.get(files)).body;
    await owner.api.post(`projects/${project.id}/archive`);

    expect((await owner.api.delete(`${files}/${file.id}`)).status).toBe(403);
    expect((await owner.api.get(files)).body).toHaveLength(1);
    expect((await owner.api.delete(`${files}/999999`)).status).toBe(404);
  });

  it('answers 412 when the file came since', async () => {
    await upload(owner.api, genericPath(project.id));
    const [found] = await list();
    const files = `projects/${project.id}/packages/${found!.id}/package_files`;
    const [file] = (await owner.api.get(files)).body;
    const removeWith = (headers: Record<string, string>) =>
      owner.api.delete(`${files}/${file.id}`, undefined, { headers });

    expect((await removeWith({ 'If-Unmodified-Since': 'Mon, 01 Jan 2024 00:00:00 GMT' })).status).toBe(412);
    expect((await removeWith({ 'If-Match': '"another"' })).status).toBe(412);
    expect((await owner.api.get(files)).body).toHaveLength(1);
    expect((await removeWith({ 'If-Unmodified-Since': new Date(Date.now() + 5000).toUTCString() })).status).toBe(204);
  });

  it('deletes a file once; the last one leaves an empty package', async () => {
    await upload(owner.api, genericPath(project.id));
    const [found] = await list();
    const files = `projects/${project.id}/packages/${found!.id}/package_files`;
    const [file] = (await owner.api.get(files)).body;

    expect((await owner.api.delete(`${files}/${file.id}`)).status).toBe(204);
    expect(await owner.api.delete(`${files}/${file.id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Package File Not Found' },
    });
    expect((await owner.api.get(files)).body).toEqual([]);
    expect((await owner.api.get(genericPath(project.id))).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });
});

describe('collection of deleted packages', () => {
  const collect = () =>
    app.app
      .get(CollectPackagesJob)
      .perform({}, { id: 1, attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
  const objects = async () => {
    const keys = [];
    for await (const { key } of app.app.get(BlobStore).keys(new Date(Date.now() + 60_000))) {
      keys.push(key);
    }
    return keys.length;
  };
  const packagesSize = async () =>
    (await owner.api.get(`projects/${project.id}?statistics=true`)).body.statistics.packages_size as number;

  it('removes bytes that nothing uses, once they can no longer be restored', async () => {
    const shared = unique('shared');
    await upload(owner.api, genericPath(project.id, 'a', '1'), shared);
    await upload(owner.api, genericPath(project.id, 'a', '2'), shared);
    await upload(owner.api, genericPath(project.id, 'b', '2'), unique('single'));
    const [before, size] = [await objects(), await packagesSize()];
    const [second] = await list('package_version=2');
    await owner.api.delete(`projects/${project.id}/packages/${second!.id}`);
    await collect();
    const kept = await objects();
    await app.sql(`update packages set deleted_at = now() - interval '8 days' where id = $1`, [second!.id]);
    await collect();

    expect(kept).toBe(before);
    expect(await objects()).toBe(before - 1);
    expect((await owner.api.get(genericPath(project.id, 'a', '1'))).text).toBe(shared);
    expect(size).toBeGreaterThan(await packagesSize());
    expect(await packagesSize()).toBe(shared.length);
  });

  it('keeps no bytes of a deleted project', async () => {
    const before = await objects();
    await upload(owner.api, genericPath(project.id), unique('of a project'));
    await app.sql('delete from projects where id = $1', [project.id]);
    await collect();

    expect(await objects()).toBe(before);
  });
});
