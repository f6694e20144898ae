import { anImage, anIndex, digestOf, pushBlob, pushImage, putManifest, someBytes } from '../../builders/images.js';
import type { BuiltManifest } from '../../builders/images.js';
import { aToken, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { aMemberOf, aRegistryProject } from '../../builders/registry.js';
import type { RegistryProject } from '../../builders/registry.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, GUEST, REPORTER } from '../../support/levels.js';

const BEYOND = '9223372036854775808';

let app: TestApp;
let outsider: TestUser;
beforeAll(async () => {
  app = await startApp();
  outsider = await aUser(app);
});
afterAll(() => app.close());

const host = () => new URL(app.url).host;
const listPath = ({ project }: RegistryProject) => `projects/${project.id}/registry/repositories`;

/** Ids by the name of the repository. */
async function idsOf(fixture: RegistryProject): Promise<Record<string, number>> {
  const { body } = await fixture.owner.api.get(`${listPath(fixture)}?per_page=100`);
  return Object.fromEntries(body.map(({ name, id }: { name: string; id: number }) => [name, id]));
}

async function withImage(fields: object = {}, rest = '/app') {
  const fixture = await aRegistryProject(app, fields);
  const image = await pushImage(
    fixture.registry,
    fixture.path + rest,
    'v1',
    anImage({ created: '2024-05-06T07:08:09Z' }),
  );
  const ids = await idsOf({ ...fixture });
  return { ...fixture, image, id: ids[rest.slice(1)]! };
}

describe('GET /projects/:id/registry/repositories', () => {
  it('lists what has a manifest, oldest first, as the contract describes it', async () => {
    const fixture = await aRegistryProject(app);
    for (const rest of ['/b', '', '/a/x']) {
      await pushImage(fixture.registry, fixture.path + rest, 'v1', anImage({ layers: [] }));
    }
    await pushBlob(fixture.registry, `${fixture.path}/blobs-only`, someBytes());

    const { status, body, headers } = await fixture.owner.api.get(listPath(fixture));

    expect([status, headers.get('x-total')]).toEqual([200, '3']);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['b', '', 'a/x']);
    expect(body[1]).toEqual({
      id: expect.any(Number),
      name: '',
      path: fixture.path,
      project_id: fixture.project.id,
      location: `${host()}/${fixture.path}`,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.any(String),
      cleanup_policy_started_at: null,
      status: null,
    });
    expect(body[2]).toMatchObject({ path: `${fixture.path}/a/x`, location: `${host()}/${fixture.path}/a/x` });
  });

  it('shows tags and their number when asked', async () => {
    const fixture = await withImage();
    await putManifest(fixture.registry, `${fixture.path}/app`, 'latest', fixture.image);
    await pushImage(fixture.registry, fixture.path, 'x', anImage({ layers: [] }));
    const get = async (query: string) => (await fixture.owner.api.get(`${listPath(fixture)}?${query}`)).body;
    const summary = (name: string) => {
      const path = `${fixture.path}/app:${name}`;
      return { name, path, location: `${host()}/${path}` };
    };

    const [app1, root] = await get('tags=yes&tags_count=T');

    expect(app1).toMatchObject({ tags_count: 2, tags: [summary('latest'), summary('v1')] });
    expect(root.tags).toEqual([{ name: 'x', path: `${fixture.path}:x`, location: `${host()}/${fixture.path}:x` }]);
    expect((await get('tags_count=1'))[0]).toMatchObject({ tags_count: 2 });
    expect((await get('tags_count=1'))[0]).not.toHaveProperty('tags');
    expect((await get('tags=off&tags_count=no'))[0]).not.toHaveProperty('tags_count');
    for (const name of ['tags', 'tags_count']) {
      expect(await fixture.owner.api.get(`${listPath(fixture)}?${name}=maybe`)).toMatchObject({
        status: 400,
        body: { message: { [name]: ['is invalid'] } },
      });
    }
  });

  it('streams repositories of many tags in whole, with the headers of the page', async () => {
    const fixture = await withImage();
    const names = Array.from({ length: 1700 }, (_, index) => `t${String(index).padStart(5, '0')}`);
    await app.sql(
      `insert into container_tags (repository_id, name, manifest_id)
       select $1, n, (select id from container_manifests where repository_id = $1 limit 1) from unnest($2::text[]) n`,
      [fixture.id, names],
    );
    await pushImage(fixture.registry, `${fixture.path}/zero`, 'gone', anImage({ layers: [] }));
    await fixture.registry.delete(`${fixture.path}/zero/manifests/gone`);

    const page = await fixture.owner.api.get(`${listPath(fixture)}?tags=true&per_page=1`);
    const second = await fixture.owner.api.get(`${listPath(fixture)}?tags=true&per_page=1&page=2`);
    const single = await fixture.owner.api.get(`registry/repositories/${fixture.id}?tags=true&tags_count=true`);
    const head = await fixture.owner.api.head(`${listPath(fixture)}?tags=true`);

    const got = page.body[0].tags.map(({ name }: { name: string }) => name);
    expect(got).toEqual([...names, 'v1']);
    expect(page.headers.get('x-total')).toBe('2');
    expect(page.headers.get('link')).toContain('rel="next"');
    expect(second.body[0].tags).toEqual([]);
    expect(single.body.tags).toHaveLength(1701);
    expect(single.body.tags_count).toBe(1701);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(single.headers.get('cache-control')).toBe('max-age=0, private, must-revalidate');
  });

  it('has validators with tags, too, unless there are very many', async () => {
    const fixture = await withImage();

    for (const [path, etag] of [
      [`${listPath(fixture)}?tags=true`, /^W\/"/],
      [`registry/repositories/${fixture.id}?tags=true`, /^"/],
    ] as const) {
      const { headers } = await fixture.owner.api.get(path);
      const head = await fixture.owner.api.head(path);
      const fresh = { headers: { 'If-None-Match': headers.get('etag') ?? '' } };

      expect(headers.get('etag')).toMatch(etag);
      expect(headers.get('cache-control')).toBe('max-age=0, private, must-revalidate');
      expect(head.headers.get('etag')).toBe(headers.get('etag'));
      expect(await fixture.owner.api.get(path, fresh)).toMatchObject({ status: 304, text: '' });
    }
    const { headers } = await fixture.owner.api.get(`registry/repositories/${fixture.id}?tags=true`);
    expect(headers.get('last-modified')).toBeTruthy();
  });

  it('is paged by number and by keyset', async () => {
    const fixture = await aRegistryProject(app);
    for (const rest of ['/a', '/b', '/c']) {
      await pushImage(fixture.registry, fixture.path + rest, 'v1', anImage({ layers: [] }));
    }
    const names = ({ body }: { body: { name: string }[] }) => body.map(({ name }) => name);

    const second = await fixture.owner.api.get(`${listPath(fixture)}?per_page=2&page=2`);
    const keyset = await fixture.owner.api.get(
      `${listPath(fixture)}?pagination=keyset&order_by=id&sort=desc&per_page=2`,
    );
    const next = /<([^>]+)>; rel="next"/.exec(keyset.headers.get('link') ?? '')?.[1];

    expect(names(second)).toEqual(['c']);
    expect(names(keyset)).toEqual(['c', 'b']);
    expect(names(await fixture.owner.api.get(next!))).toEqual(['a']);
  });

  it('shows the new path of a project that is renamed', async () => {
    const fixture = await withImage();
    await fixture.owner.api.put(`projects/${fixture.project.id}`, { path: 'moved' });

    const { body } = await fixture.owner.api.get(listPath(fixture));

    expect(body[0]).toMatchObject({ id: fixture.id, path: `${fixture.owner.username}/moved/app` });
  });
});

describe('GET /projects/:id/registry/repositories by role and scope', () => {
  const statuses = async (fixture: RegistryProject, api: ApiClient) => {
    const answer = await api.get(listPath(fixture));
    return answer.status === 200 ? 200 : `${answer.status} ${answer.body.message}`;
  };
  const HIDDEN = '404 404 Project Not Found';
  const FORBIDDEN = '403 403 Forbidden';

  it.each([
    ['public', 'enabled', [200, 200, 200, 200, 200]],
    ['public', 'private', [FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, 200]],
    ['internal', 'enabled', [HIDDEN, 200, HIDDEN, 200, 200]],
    ['internal', 'private', [HIDDEN, FORBIDDEN, HIDDEN, FORBIDDEN, 200]],
    ['private', 'enabled', [HIDDEN, HIDDEN, HIDDEN, 200, 200]],
    ['private', 'private', [HIDDEN, HIDDEN, HIDDEN, FORBIDDEN, 200]],
    ['public', 'disabled', [FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN]],
    ['private', 'disabled', [HIDDEN, HIDDEN, HIDDEN, FORBIDDEN, FORBIDDEN]],
  ])('answers a %s project at level %s, from anonymous to Reporter: %j', async (visibility, level, expected) => {
    const fixture = await aRegistryProject(app, { visibility, container_registry_access_level: level });
    const external = await aUser(app, { external: true });
    const guest = await aMemberOf(app, fixture, GUEST);
    const reporter = await aMemberOf(app, fixture, REPORTER);

    const seen = await Promise.all(
      [app.anonymous, outsider.api, external.api, guest.api, reporter.api].map((api) => statuses(fixture, api)),
    );

    expect(seen).toEqual(expected);
    expect(await statuses(fixture, app.admin)).toBe(level === 'disabled' ? FORBIDDEN : 200);
  });

  it('requires the scopes of REST', async () => {
    const fixture = await withImage({ visibility: 'public' });
    const reads = app.as(await aToken(app, fixture.owner.id, { scopes: ['read_api'] }));
    const other = app.as(await aToken(app, fixture.owner.id, { scopes: ['read_registry', 'write_registry'] }));

    expect((await reads.get(listPath(fixture))).status).toBe(200);
    expect(await other.get(listPath(fixture))).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    expect(await reads.delete(`${listPath(fixture)}/${fixture.id}/tags/v1`)).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope', scope: 'api' },
    });
    expect((await app.as('unknown-token').get(listPath(fixture))).status).toBe(401);
  });
});

describe('GET /registry/repositories/:id', () => {
  it('shows the record, with the way to delete it for those who may', async () => {
    const fixture = await withImage();
    const developer = await aMemberOf(app, fixture, DEVELOPER);

    const owners = await fixture.owner.api.get(`registry/repositories/${fixture.id}`);
    const developers = await developer.api.get(`registry/repositories/${fixture.id}`);

    expect(owners.body).toMatchObject({
      id: fixture.id,
      name: 'app',
      path: `${fixture.path}/app`,
      delete_api_path: `${app.url}/api/v4/${listPath(fixture)}/${fixture.id}`,
    });
    expect(owners.body).not.toHaveProperty('size');
    expect(owners.headers.get('etag')).toMatch(/^"/);
    expect(developers.body).not.toHaveProperty('delete_api_path');
  });

  it('counts the size of everything that tags reach, each content once', async () => {
    const fixture = await aRegistryProject(app);
    const name = `${fixture.path}/sized`;
    const shared = someBytes(500);
    const first = await pushImage(fixture.registry, name, 'a', anImage({ layers: [shared, someBytes(700)] }));
    const second = await pushImage(fixture.registry, name, 'b', anImage({ layers: [shared] }));
    const index = anIndex([first, second]);
    await putManifest(fixture.registry, name, 'multi', index);
    const referrer = await pushImage(
      fixture.registry,
      name,
      'r',
      anImage({ configType: 'a/b', layers: [], fields: { subject: second.descriptor } }),
    );
    const untagged = await pushImage(fixture.registry, name, 'temporary');
    await fixture.registry.delete(`${name}/manifests/temporary`);
    await fixture.registry.delete(`${name}/manifests/r`);
    const { sized } = await idsOf(fixture);
    const size = async () => (await fixture.owner.api.get(`registry/repositories/${sized}?size=true`)).body.size;

    const bytesOf = ({ bytes, blobs }: BuiltManifest) => [bytes, ...blobs];
    const distinct = new Map(
      [first, second, index, referrer].flatMap(bytesOf).map((bytes) => [digestOf(bytes), bytes.length]),
    );
    expect(untagged.digest).toBeTruthy();
    expect(await size()).toBe([...distinct.values()].reduce((sum, one) => sum + one, 0));
    for (const tag of ['a', 'b', 'multi']) {
      await fixture.registry.delete(`${name}/manifests/${tag}`);
    }
    expect(await size()).toBe(0);
  });

  it('requires a signed-in caller, answers 404 for what is hidden and 403 for what is not readable', async () => {
    const hidden = await withImage();
    const closed = await withImage({ visibility: 'public', container_registry_access_level: 'private' });
    const get = (api: ApiClient, id: number | string) => api.get(`registry/repositories/${id}`);
    const missing = { status: 404, body: { message: '404 Repository Not Found' } };

    expect((await get(app.anonymous, hidden.id)).status).toBe(401);
    expect(await get(outsider.api, hidden.id)).toMatchObject(missing);
    expect(await get(outsider.api, 999_999)).toMatchObject(missing);
    expect(await get(outsider.api, BEYOND)).toMatchObject(missing);
    expect(await get(outsider.api, closed.id)).toMatchObject({ status: 403, body: { message: '403 Forbidden' } });
    expect(await get(outsider.api, 'abc')).toMatchObject({ status: 404, body: { error: '404 Not Found' } });
    expect(await get(hidden.owner.api, `${hidden.id}?size=perhaps`)).toMatchObject({
      status: 400,
      body: { message: { size: ['is invalid'] } },
    });
  });
});

describe('GET /projects/:id/registry/repositories/:repository_id/tags', () => {
  it('lists summaries in byte order, paged', async () => {
    const fixture = await withImage();
    for (const tag of ['b', 'B', 'a', '1']) {
      await putManifest(fixture.registry, `${fixture.path}/app`, tag, fixture.image);
    }
    const path = `${listPath(fixture)}/${fixture.id}/tags`;

    const all = await fixture.owner.api.get(path);
    const page = await fixture.owner.api.get(`${path}?per_page=2&page=2`);

    expect(all.body.map(({ name }: { name: string }) => name)).toEqual(['1', 'B', 'a', 'b', 'v1']);
    expect(all.body[0]).toEqual({
      name: '1',
      path: `${fixture.path}/app:1`,
      location: `${host()}/${fixture.path}/app:1`,
    });
    expect(page.body.map(({ name }: { name: string }) => name)).toEqual(['a', 'b']);
    expect(page.headers.get('x-total')).toBe('5');
  });

  it('is empty without tags, and 404 for a repository elsewhere', async () => {
    const fixture = await withImage();
    const other = await withImage();
    await fixture.registry.delete(`${fixture.path}/app/manifests/v1`);
    const missing = { status: 404, body: { message: '404 Repository Not Found' } };

    expect((await fixture.owner.api.get(`${listPath(fixture)}/${fixture.id}/tags`)).body).toEqual([]);
    for (const id of [other.id, 999_999, BEYOND]) {
      expect(await fixture.owner.api.get(`${listPath(fixture)}/${id}/tags`)).toMatchObject(missing);
    }
    expect(await fixture.owner.api.get(`${listPath(fixture)}/abc/tags`)).toMatchObject({
      status: 404,
      body: { error: '404 Not Found' },
    });
  });
});

describe('GET /projects/:id/registry/repositories/:repository_id/tags/:tag_name', () => {
  const details = async (fixture: RegistryProject & { id: number }, tag: string) =>
    fixture.owner.api.get(`${listPath(fixture)}/${fixture.id}/tags/${tag}`);

  it('shows of an image what its config and layers say', async () => {
    const fixture = await withImage();
    const revision = digestOf(fixture.image.blobs[0]!).slice(7);

    const { body, headers } = await details(fixture, 'v1');

    expect(body).toMatchObject({
      name: 'v1',
      path: `${fixture.path}/app:v1`,
      location: `${host()}/${fixture.path}/app:v1`,
      revision,
      short_revision: revision.slice(0, 9),
      digest: fixture.image.digest,
      created_at: '2024-05-06T07:08:09.000+00:00',
      total_size: 2048,
    });
    expect(headers.get('etag')).toMatch(/^"/);
    expect(headers.get('last-modified')).toBeTruthy();
  });

  it.each([
    ['an image without date', { created: undefined }],
    ['an image of the zero date', { created: '0001-01-01T00:00:00Z' }],
    ['an image of no date at all', { created: 'yesterday' }],
    ['an image of a day that never was', { created: '2024-02-30T00:00:00Z' }],
    ['an image from beyond the last year', { created: '9999-12-31T23:59:59-14:00' }],
    ['an image from before the first year', { created: '0001-01-01T00:00:00+14:00' }],
    ['an image whose config is no JSON', { config: Buffer.from('no json') }],
    ['an artifact', { created: '2024-05-06T07:08:09Z', configType: 'application/vnd.example+json' }],
  ])('answers no creation time for %s', async (_what, facts) => {
    const fixture = await withImage();
    const image = await pushImage(fixture.registry, `${fixture.path}/app`, 'x', anImage(facts));

    const { body } = await details(fixture, 'x');

    expect(body).toMatchObject({ created_at: null, revision: digestOf(image.blobs[0]!).slice(7), total_size: 2048 });
  });

  it('shows of an index what its images say together', async () => {
    const fixture = await withImage();
    const name = `${fixture.path}/app`;
    const shared = someBytes(100);
    const old = await pushImage(
      fixture.registry,
      name,
      'old',
      anImage({ created: '2001-01-01T00:00:00Z', layers: [shared] }),
    );
    const young = await pushImage(
      fixture.registry,
      name,
      'young',
      anImage({ created: '2020-02-02T02:02:02.5+01:00', layers: [shared, someBytes(30)] }),
    );
    const undated = await pushImage(fixture.registry, name, 'undated', anImage({ layers: [] }));
    const inner = anIndex([old, young]);
    await putManifest(fixture.registry, name, 'inner', inner);
    await putManifest(fixture.registry, name, 'outer', anIndex([inner, undated]));
    await putManifest(fixture.registry, name, 'none', anIndex([undated]));

    for (const tag of ['inner', 'outer']) {
      expect((await details(fixture, tag)).body).toMatchObject({
        revision: null,
        short_revision: null,
        created_at: '2020-02-02T01:02:02.500+00:00',
        total_size: 130,
      });
    }
    expect((await details(fixture, 'none')).body).toMatchObject({ created_at: null, total_size: 0 });
  });

  it('answers 404 for an unknown tag, and for an encoded slash', async () => {
    const fixture = await withImage();

    expect(await details(fixture, 'v2')).toMatchObject({ status: 404, body: { message: '404 Tag Not Found' } });
    expect(await details(fixture, 'a%2Fb')).toMatchObject({ status: 404, body: { error: '404 Not Found' } });
    await putManifest(fixture.registry, `${fixture.path}/app`, '1.json', fixture.image);
    expect((await details(fixture, '1.json')).body.name).toBe('1.json');
    expect((await details(fixture, '1')).status).toBe(404);
  });

  it('is no route with an encoded slash, to every verb and every caller', async () => {
    const { project } = await withImage();
    const unknown = { status: 404, text: '{"error":"404 Not Found"}' };

    for (const api of [app.anonymous, app.as('unknown'), app.admin]) {
      for (const verb of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
        const path = `projects/${project.id}/registry/repositories/1/tags/a%2Fb`;
        expect(await api.send(verb, path)).toMatchObject(unknown);
      }
      const restore = `projects/${project.id}/registry/repositories/1/deleted_tags/a%2fb/restore`;
      expect(await api.post(restore)).toMatchObject(unknown);
    }
  });
});

describe('DELETE /projects/:id/registry/repositories/:repository_id/tags/:tag_name', () => {
  it('removes only that name, for a Developer', async () => {
    const fixture = await withImage();
    await putManifest(fixture.registry, `${fixture.path}/app`, 'latest', fixture.image);
    const developer = await aMemberOf(app, fixture, DEVELOPER);
    const path = `${listPath(fixture)}/${fixture.id}/tags`;

    const answer = await developer.api.delete(`${path}/latest`, {});

    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await fixture.registry.get(`${fixture.path}/app/tags/list`)).body.tags).toEqual(['v1']);
    expect((await fixture.registry.head(`${fixture.path}/app/blobs/${digestOf(fixture.image.blobs[0]!)}`)).status).toBe(
      200,
    );
    expect(await developer.api.delete(`${path}/latest`)).toMatchObject({
      status: 404,
      body: { message: '404 Tag Not Found' },
    });
    const events = await fixture.owner.api.get(`projects/${fixture.project.id}/audit_events`);
    expect(events.body[0].details).toMatchObject({
      custom_message: 'Image tag deleted',
      target_details: `${fixture.path}/app:latest`,
    });
  });

  it('is refused below Developer, to anonymous callers, in archived projects and by tag rules', async () => {
    const fixture = await withImage({ visibility: 'public' });
    const reporter = await aMemberOf(app, fixture, REPORTER);
    const path = `${listPath(fixture)}/${fixture.id}/tags/v1`;
    const refused = (message: string) => ({ status: 403, body: { message } });

    expect(await reporter.api.delete(path)).toMatchObject(refused('403 Forbidden'));
    expect(await app.anonymous.delete(path)).toMatchObject(refused('403 Forbidden'));
    await app.sql(`insert into container_tag_rules (project_id, tag_pattern) values ($1, 'v.*')`, [fixture.project.id]);
    expect(await fixture.owner.api.delete(path)).toMatchObject(refused('403 Forbidden - tag is immutable'));
    await fixture.owner.api.post(`projects/${fixture.project.id}/archive`);
    expect(await fixture.owner.api.delete(path)).toMatchObject(refused('403 Forbidden - The project is archived'));
    expect((await fixture.owner.api.delete(`${listPath(fixture)}/99999999/tags/v1`)).body).toEqual({
      message: '404 Repository Not Found',
    });
    expect((await fixture.owner.api.get(path)).status).toBe(200);
  });

  it('answers 404 for a tag that is not there before it looks whether the project is archived', async () => {
    const fixture = await withImage();
    await fixture.owner.api.post(`projects/${fixture.project.id}/archive`);

    expect(await fixture.owner.api.delete(`${listPath(fixture)}/${fixture.id}/tags/gone`)).toMatchObject({
      status: 404,
      body: { message: '404 Tag Not Found' },
    });
  });

  it('succeeds once for several at once', async () => {
    const fixture = await withImage();
    const path = `${listPath(fixture)}/${fixture.id}/tags/v1`;

    const answers = await Promise.all(Array.from({ length: 6 }, () => fixture.owner.api.delete(path)));

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
  });

  it('compares If-Match with the tag', async () => {
    const fixture = await withImage();
    const path = `${listPath(fixture)}/${fixture.id}/tags/v1`;
    const etag = (await fixture.owner.api.get(path)).headers.get('etag')!;
    await pushImage(fixture.registry, `${fixture.path}/app`, 'v1');

    const stale = await fixture.owner.api.delete(path, undefined, { headers: { 'If-Match': etag } });
    const past = { 'If-Unmodified-Since': new Date(Date.now() - 3600_000).toUTCString() };
    const old = await fixture.owner.api.delete(path, undefined, { headers: past });
    const fresh = (await fixture.owner.api.get(path)).headers.get('etag')!;

    expect([stale.status, old.status]).toEqual([412, 412]);
    expect((await fixture.owner.api.delete(path, undefined, { headers: { 'If-Match': fresh } })).status).toBe(204);
  });
});

describe('GET /projects/:id/registry/repositories with REGISTRY_ENABLED=false', () => {
  it('answers from the database', async () => {
    const closed = await startApp({ env: { REGISTRY_ENABLED: 'false' }, jobs: false });
    const { body } = await closed.admin.post('projects', { path: 'p' });

    expect(await closed.admin.get(`projects/${body.id}/registry/repositories`)).toMatchObject({
      status: 200,
      body: [],
    });
    await closed.close();
  });
});
