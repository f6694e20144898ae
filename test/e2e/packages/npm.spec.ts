import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { npmDocument, npmPath, publishNpm } from '../../builders/npm.js';
import { aGroup, aToken, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { NpmPackumentsService } from '../../../src/modules/packages/formats/npm/npm-packuments.service.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, GUEST, REPORTER } from '../../support/levels.js';
import { storedObjects } from '../../support/stored-objects.js';
import { until } from '../../support/until.js';

const MAX_BYTES = 5_000_000;

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false, env: { PACKAGE_MAX_NPM_BYTES: String(MAX_BYTES) } });
  owner = await aUser(app);
  project = await aProject(owner.api);
});
afterAll(() => app.close());

const prefixOf = ({ id }: { readonly id: number }) => `projects/${id}/packages`;
const packument = (name: string, prefix = prefixOf(project), api = owner.api) => api.get(npmPath(prefix, name));
const tagsPath = (name: string, tag = '') =>
  `${prefixOf(project)}/npm/-/package/${name.replace('/', '%2f')}/dist-tags${tag && `/${tag}`}`;
const setTag = (name: string, tag: string, version: string, api = owner.api, headers: Record<string, string> = {}) =>
  api.send('PUT', tagsPath(name, tag), JSON.stringify(version), {
    headers: { 'Content-Type': 'application/json', ...headers },
  });
const listed = async (name: string) =>
  (await owner.api.get(`${prefixOf(project)}?package_name=${encodeURIComponent(name)}`)).body as { id: number }[];

describe('PUT /projects/:id/packages/npm/:name', () => {
  it('publishes a version that its packument shows and its tarball address serves', async () => {
    const name = `@scope/${unique('tool')}`;
    const tarball = 'bytes of a tarball';
    const sha1 = createHash('sha1').update(tarball).digest('hex');
    const manifest = { description: 'A tool', dependencies: { other: '^1.0.0' }, exports: { import: 1, default: 2 } };

    const published = await publishNpm(owner.api, project.id, name, { version: '1.2.3', tarball, manifest });
    const { status, body, headers } = await packument(name);
    const { dist, ...shown } = body.versions['1.2.3'];
    const file = await owner.api.get(dist.tarball);

    expect(published).toMatchObject({ status: 200, body: { success: true } });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body).toMatchObject({ _id: name, name, 'dist-tags': { latest: '1.2.3' }, readme: `# ${name}` });
    expect(Object.keys(body.time)).toEqual(['created', 'modified', '1.2.3']);
    expect(shown).toEqual({ _id: `${name}@1.2.3`, name, version: '1.2.3', ...manifest });
    expect(dist).toEqual({
      shasum: sha1,
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      tarball: `${app.url}/api/v4/${prefixOf(project)}/npm/${name}/-/${name.split('/')[1]}-1.2.3.tgz`,
    });
    expect(file).toMatchObject({ status: 200, text: tarball });
    expect(Object.fromEntries(file.headers)).toMatchObject({
      etag: `"${createHash('sha256').update(tarball).digest('hex')}"`,
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="${name.split('/')[1]}-1.2.3.tgz"`,
    });
    expect((await owner.api.get(dist.tarball, { headers: { Range: 'bytes=0-4' } })).text).toBe('bytes');
    expect((await owner.api.head(dist.tarball)).headers.get('content-length')).toBe(String(tarball.length));
    expect(await packument(name.replace('/', '%2F'))).toMatchObject({ status: 200 });
    expect(await owner.api.get(`${prefixOf(project)}/npm/${name}`)).toMatchObject({ status: 200, body });
  });

  it('shows the tags of a version in its record', async () => {
    const name = unique('tagged');
    await publishNpm(owner.api, project.id, name, { tag: 'next' });

    const [found] = (await owner.api.get(`${prefixOf(project)}?package_name=${name}`)).body;

    expect(found).toMatchObject({ name, version: '1.0.0', package_type: 'npm', tags: [{ name: 'next' }] });
  });

  it('refuses a version that exists, also one with other build metadata or without files', async () => {
    const name = unique('twice');
    const refusal = {
      status: 403,
      body: { message: '403 Forbidden - Package already exists.', error: 'Package already exists.' },
    };
    await publishNpm(owner.api, project.id, name, { version: '1.0.0+one' });
    const before = await storedObjects(app);

    expect(await publishNpm(owner.api, project.id, name, { tarball: 'other' })).toMatchObject(refusal);
    expect(await storedObjects(app)).toEqual(before);
    const [{ id }] = (await listed(name)) as [{ id: number }];
    const [file] = (await owner.api.get(`${prefixOf(project)}/${id}/package_files`)).body;
    await owner.api.delete(`${prefixOf(project)}/${id}/package_files/${file.id}`);
    expect((await packument(name)).status).toBe(404);
    expect(await publishNpm(owner.api, project.id, name)).toMatchObject(refusal);
  });

  it('makes one version of parallel publishes', async () => {
    const name = unique('race');
    const all = Array.from({ length: 20 }, (_, n) =>
      publishNpm(owner.api, project.id, name, { tarball: `tarball ${n}` }),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);

    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403)).toHaveLength(19);
    expect(await listed(name)).toHaveLength(1);
  });

  it('keeps all versions and their tags of parallel publishes', async () => {
    const name = unique('many');
    const versions = Array.from({ length: 15 }, (_, n) => `1.${n}.0`);
    const all = versions.map((version) => publishNpm(owner.api, project.id, name, { version, tarball: 'the same' }));
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]));

    const { body } = await packument(name);
    expect(Object.keys(body.versions).sort()).toEqual(versions.sort());
    expect(versions).toContain(body['dist-tags'].latest);
  });

  const doc = (name: string, change: (document: ReturnType<typeof npmDocument>) => object | string) =>
    change(npmDocument(name));
  it.each([
    ['no JSON', () => '{"name":', 'The body is not JSON.'],
    ['no object', () => '[]', 'The body is not a JSON object.'],
    ['another name', (name: string) => doc(name, (it) => ({ ...it, name: 'other' })), 'The name differs'],
    ['no version', (name: string) => doc(name, (it) => ({ ...it, versions: {} })), 'Version is empty.'],
    ['a wrong version', (name: string) => npmDocument(name, { version: '1.0' }), 'Version is invalid.'],
    ['a version with v', (name: string) => npmDocument(name, { version: 'v1.0.0' }), 'Version is invalid.'],
    ['no attachment', (name: string) => doc(name, (it) => ({ ...it, _attachments: {} })), 'The attachment is missing.'],
    [
      'no base64',
      (name: string) => doc(name, (it) => ({ ...it, _attachments: { a: { data: '%%%%' } } })),
      'The attachment is not base64.',
    ],
    [
      'two attachments',
      (name: string) => doc(name, (it) => ({ ...it, _attachments: { a: { data: 'aaaa' }, b: { data: 'bbbb' } } })),
      'Only one attachment',
    ],
    [
      'other bytes',
      (name: string) => doc(name, (it) => ({ ...it, _attachments: { a: { data: 'aaaa' } } })),
      'The attachment does not have these digests.',
    ],
    ['a tag that is a range', (name: string) => npmDocument(name, { tag: '1.x' }), 'Tag is invalid.'],
  ])('answers 400 for %s and stores nothing', async (_what, made, reason) => {
    const name = unique('wrong');
    const before = await storedObjects(app);
    const body = made(name);

    const answer = await owner.api.send('PUT', npmPath(prefixOf(project), name), body, {
      headers: { 'Content-Type': 'application/json' },
    });

    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(`400 Bad request - ${reason}`);
    expect(answer.body.error).toContain(reason);
    expect(await listed(name)).toEqual([]);
    expect(await storedObjects(app)).toEqual(before);
  });

  it.each(['.hidden', '@scope%2f..', 'a%20b', '%00', 'x'.repeat(215), '@a%2fb%2fc'])(
    'answers 400 for the name %s',
    async (name) => {
      expect((await owner.api.get(`${prefixOf(project)}/npm/${name}`)).status).toBe(400);
      expect((await owner.api.put(`${prefixOf(project)}/npm/${name}`, {})).status).toBe(400);
    },
  );

  it('takes names and texts of any shape as they are', async () => {
    const name = unique('odd');
    const manifest = { constructor: 'x', description: 'a\u0000\ud800"\\', scripts: { __proto__x: '1' } };
    const body = JSON.stringify(npmDocument(name, { manifest })).replace(
      /"data":"([^"]*)"/,
      (_all, data: string) => `"d\\u0061ta" : "${data.replaceAll('/', '\\/')}"`,
    );

    const headers = { 'Content-Type': 'application/json' };
    expect((await owner.api.send('PUT', npmPath(prefixOf(project), name), body, { headers })).status).toBe(200);
    expect((await packument(name)).body.versions['1.0.0']).toMatchObject(manifest);
  });

  it('refuses what is too large, announced or not, and stores nothing', async () => {
    const name = unique('large');
    const before = await storedObjects(app);
    const refusal = { status: 400, body: { message: '400 Bad request - File is too large' } };

    expect(await publishNpm(owner.api, project.id, name, { tarball: Buffer.alloc(MAX_BYTES + 1) })).toMatchObject(
      refusal,
    );
    expect(await announce(npmPath(prefixOf(project), name), 40_000_000)).toBe(400);
    expect(await publishNpm(owner.api, project.id, name, { manifest: { text: 'x'.repeat(11_000_000) } })).toMatchObject(
      { status: 400 },
    );
    expect(await publishNpm(owner.api, project.id, name, { manifest: { text: 'x'.repeat(300_000) } })).toMatchObject({
      status: 400,
    });
    expect(await storedObjects(app)).toEqual(before);
    expect((await publishNpm(owner.api, project.id, name, { tarball: Buffer.alloc(MAX_BYTES) })).status).toBe(200);
  });

  it.each([
    ['is too large', Buffer.alloc(MAX_BYTES + 400_000).toString('base64')],
    ['is not base64', '!'.repeat(400_000)],
  ])('serves the next request of the connection when the tarball %s', async (_what, data) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const path = npmPath(prefixOf(project), unique('refused'));
    const send = (method: string, text: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { 'PRIVATE-TOKEN': owner.token, 'Content-Length': text.length };
        const sent = request(`${app.url}/api/v4/${path}`, { method, agent, headers }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        });
        sent.on('error', reject).end(text);
      });

    expect(await send('PUT', JSON.stringify({ _attachments: { 'a.tgz': { data } } }))).toBe(400);
    expect(await send('GET', '')).toBe(404);
    agent.destroy();
  });

  it('leaves nothing of a publish whose connection breaks', async () => {
    const name = unique('broken');
    const before = await storedObjects(app);
    const text = JSON.stringify(npmDocument(name, { tarball: Buffer.alloc(1_000_000) }));

    await breakAfter(npmPath(prefixOf(project), name), text.slice(0, -100), text.length);
    await until(async () => (await storedObjects(app)).length === before.length);

    expect(await listed(name)).toEqual([]);
    expect(await storedObjects(app)).toEqual(before);
  });

  it('keeps what a version says of being deprecated when it is published', async () => {
    const name = unique('born-old');
    await publishNpm(owner.api, project.id, name, { manifest: { deprecated: 'use 2' } });
    await publishNpm(owner.api, project.id, name, { version: '2.0.0', manifest: { deprecated: false } });
    const { versions } = (await packument(name)).body;

    expect(versions['1.0.0'].deprecated).toBe('use 2');
    expect(versions['2.0.0']).not.toHaveProperty('deprecated');
  });

  it('sets what versions say of being deprecated when there is no attachment', async () => {
    const name = unique('old');
    await publishNpm(owner.api, project.id, name);
    await publishNpm(owner.api, project.id, name, { version: '2.0.0' });
    const { body } = await packument(name);
    const etag = (await packument(name)).headers.get('etag')!;
    body.versions['1.0.0'].deprecated = 'use 2';

    expect(await owner.api.put(npmPath(prefixOf(project), name), body)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    const after = await owner.api.get(npmPath(prefixOf(project), name), { headers: { 'If-None-Match': etag } });
    expect(after.status).toBe(200);
    expect(after.body.versions['1.0.0'].deprecated).toBe('use 2');
    expect(after.body.versions['2.0.0']).not.toHaveProperty('deprecated');

    body.versions['1.0.0'].deprecated = '';
    await owner.api.put(npmPath(prefixOf(project), name), body);
    expect((await packument(name)).body.versions['1.0.0']).not.toHaveProperty('deprecated');

    body.versions['3.0.0'] = { name, version: '3.0.0' };
    expect((await owner.api.put(npmPath(prefixOf(project), name), body)).status).toBe(400);
  });
});

describe('GET /projects/:id/packages/npm/:name', () => {
  it('answers 304 until something of the package changes', async () => {
    const name = unique('cached');
    await publishNpm(owner.api, project.id, name);
    const etag = (await packument(name)).headers.get('etag')!;
    const again = () => owner.api.get(npmPath(prefixOf(project), name), { headers: { 'If-None-Match': etag } });

    expect((await again()).status).toBe(304);
    await setTag(name, 'beta', '1.0.0');
    expect((await again()).status).toBe(200);
  });

  it('answers HEAD with the headers of GET, asked first or later', async () => {
    const name = unique('head');
    await publishNpm(owner.api, project.id, name);
    const path = npmPath(prefixOf(project), name);
    const [first, whole, later] = [await owner.api.head(path), await owner.api.get(path), await owner.api.head(path)];

    for (const header of ['content-length', 'content-type', 'etag']) {
      expect(whole.headers.get(header)).not.toBeNull();
      expect(first.headers.get(header)).toBe(whole.headers.get(header));
      expect(later.headers.get(header)).toBe(whole.headers.get(header));
    }
  });

  it('answers 404 for an unknown package', async () => {
    expect(await packument(unique('none'))).toMatchObject({
      status: 404,
      body: { message: '404 Package Not Found', error: 'not_found' },
    });
  });

  it('shows the highest release as latest where nobody set it, and leaves deleted versions and their tags out', async () => {
    const name = unique('latest');
    await publishNpm(owner.api, project.id, name, { version: '1.9.0', tag: 'a' });
    await publishNpm(owner.api, project.id, name, { version: '1.10.0', tag: 'b' });
    await publishNpm(owner.api, project.id, name, { version: '2.0.0-rc.1', tag: 'c' });
    expect((await packument(name)).body['dist-tags']).toEqual({
      a: '1.9.0',
      b: '1.10.0',
      c: '2.0.0-rc.1',
      latest: '1.10.0',
    });

    const found = (await owner.api.get(`${prefixOf(project)}?package_name=${name}&package_version=1.10.0`)).body;
    await owner.api.delete(`${prefixOf(project)}/${found[0].id}`);

    const { body } = await packument(name);
    expect(body['dist-tags']).toEqual({ a: '1.9.0', c: '2.0.0-rc.1', latest: '1.9.0' });
    expect(Object.keys(body.versions)).toEqual(['1.9.0', '2.0.0-rc.1']);
    expect((await owner.api.get(`${prefixOf(project)}/npm/${name}/-/${name}-1.10.0.tgz`)).status).toBe(404);
    expect((await publishNpm(owner.api, project.id, name, { version: '1.10.0', tag: 'b' })).status).toBe(200);
  });

  it('shows more versions than are read at once', async () => {
    const name = unique('long');
    await publishNpm(owner.api, project.id, name);
    await copyVersions(name, 300);

    const { body } = await packument(name);

    expect(Object.keys(body.versions)).toHaveLength(301);
    expect(body['dist-tags']).toEqual({ latest: '1.0.0' });
  });

  it.each(['a%2Fb.tgz', '..%2F..%2Fx', 'a%5Cb', 'a%0Ab'])('answers 400 for the tarball %s', async (file) => {
    expect((await owner.api.get(`${prefixOf(project)}/npm/any/-/${file}`)).status).toBe(400);
  });
});

describe('dist-tags', () => {
  it('are listed, moved and removed', async () => {
    const name = `@scope/${unique('tags')}`;
    await publishNpm(owner.api, project.id, name);
    await publishNpm(owner.api, project.id, name, { version: '2.0.0-beta.1', tag: 'beta' });

    expect((await owner.api.get(tagsPath(name))).body).toEqual({ beta: '2.0.0-beta.1', latest: '1.0.0' });
    expect(await setTag(name, 'beta', '1.0.0')).toMatchObject({ status: 204, text: '' });
    expect((await owner.api.get(tagsPath(name))).body).toEqual({ beta: '1.0.0', latest: '1.0.0' });
    expect((await owner.api.delete(tagsPath(name, 'beta'))).status).toBe(204);
    expect((await owner.api.delete(tagsPath(name, 'beta'))).status).toBe(404);
    expect((await owner.api.get(tagsPath(name))).body).toEqual({ latest: '1.0.0' });
    expect((await owner.api.delete(tagsPath(name, 'latest'))).status).toBe(403);
    expect((await owner.api.get(tagsPath(unique('none')))).status).toBe(404);
  });

  it('leave the audit log and the last change of their version with who removed them', async () => {
    const name = unique('tags');
    await publishNpm(owner.api, project.id, name);
    await setTag(name, 'beta', '1.0.0');
    const [{ id } = { id: 0 }] = await listed(name);
    const changedAt = async () => (await app.sql('select updated_at from packages where id = $1', [id]))[0];
    const before = await changedAt();

    await owner.api.delete(tagsPath(name, 'beta'));

    const [event] = (await owner.api.get(`projects/${project.id}/audit_events`)).body;
    expect(event).toMatchObject({
      author_id: owner.id,
      details: { remove: 'package_tag', target_id: id, target_type: 'Package', target_details: `${name} beta` },
    });
    expect(await changedAt()).not.toEqual(before);
  });

  it('refuses ranges as tags, unknown versions, and bodies that are no text', async () => {
    const name = unique('tags');
    await publishNpm(owner.api, project.id, name);

    expect((await setTag(name, '1.x', '1.0.0')).status).toBe(400);
    expect((await setTag(name, 'v2', '1.0.0')).status).toBe(400);
    expect((await setTag(name, '', '1.0.0')).status).toBe(400);
    expect((await setTag(name, 'ok', '9.0.0')).status).toBe(404);
    expect(await setTag(name, 'ok', '')).toMatchObject({
      status: 400,
      body: { message: { version: ["can't be blank"] } },
    });
    expect((await setTag(unique('none'), 'ok', '1.0.0')).status).toBe(404);
    expect((await owner.api.put(tagsPath(name, 'ok'), { version: '1.0.0' })).status).toBe(400);
  });
});

describe('rights of npm', () => {
  it('reads as Reporter, publishes as Developer, removes tags as Maintainer', async () => {
    const name = unique('rights');
    await publishNpm(owner.api, project.id, name);
    const [guest, reporter, developer] = [
      await aMember(app, { project }, GUEST),
      await aMember(app, { project }, REPORTER),
      await aMember(app, { project }, DEVELOPER),
    ];
    const stranger = await aUser(app);

    expect((await packument(name, prefixOf(project), guest.api)).status).toBe(403);
    expect((await packument(name, prefixOf(project), reporter.api)).status).toBe(200);
    expect((await publishNpm(reporter.api, project.id, name, { version: '2.0.0' })).status).toBe(403);
    expect((await setTag(name, 'beta', '1.0.0', reporter.api)).status).toBe(403);
    expect((await publishNpm(developer.api, project.id, name, { version: '2.0.0' })).status).toBe(200);
    expect((await setTag(name, 'beta', '1.0.0', developer.api)).status).toBe(204);
    expect((await developer.api.delete(tagsPath(name, 'beta'))).status).toBe(403);
    expect(await packument(name, prefixOf(project), stranger.api)).toMatchObject({
      status: 404,
      body: { message: '404 Project Not Found' },
    });
    expect((await publishNpm(app.anonymous, project.id, name)).status).toBe(401);
  });

  it('names each refusal of a write in `error` to its clients, of which yarn 1 says without it that it published', async () => {
    const name = unique('refused');
    const hidden = await aProject(owner.api, { visibility: 'private' });
    const archived = await aProject(owner.api);
    await owner.api.post(`projects/${archived.id}/archive`);
    const reporter = await aMember(app, { project }, REPORTER);
    const stranger = await aUser(app);
    const client = { headers: { 'User-Agent': 'yarn/1.22.22 npm/? node/v20.19.0 linux x64' } };
    const bearer = { headers: { ...client.headers, Authorization: 'Bearer slpat_unknown' } };
    const refusals = [
      await publishNpm(app.anonymous, project.id, name, {}, client),
      await publishNpm(app.anonymous, project.id, name, {}, bearer),
      await publishNpm(stranger.api, hidden.id, name, {}, client),
      await publishNpm(reporter.api, project.id, name, {}, client),
      await publishNpm(owner.api, archived.id, name, {}, client),
      await setTag(name, '1.0', '1.0.0', owner.api, client.headers),
      await setTag(name, 'beta', '1.0.0', reporter.api, client.headers),
      await publishNpm(reporter.api, project.id, name),
    ];

    expect(refusals.map(({ status, body }) => [status, body])).toEqual([
      [401, { message: '401 Unauthorized', error: '401 Unauthorized' }],
      [401, { message: '401 Unauthorized', error: '401 Unauthorized' }],
      [404, { message: '404 Project Not Found', error: '404 Project Not Found' }],
      [403, { message: '403 Forbidden', error: '403 Forbidden' }],
      [403, { message: '403 Forbidden - The project is archived', error: 'The project is archived' }],
      [400, { message: { tag: ['is invalid'] }, error: 'tag is invalid' }],
      [403, { message: '403 Forbidden', error: '403 Forbidden' }],
      [403, { message: '403 Forbidden' }],
    ]);
  });

  it('reads archived projects and refuses to change them', async () => {
    const archived = await aProject(owner.api);
    const name = unique('archived');
    await publishNpm(owner.api, archived.id, name);
    await owner.api.post(`projects/${archived.id}/archive`);

    expect((await packument(name, prefixOf(archived))).status).toBe(200);
    expect(await publishNpm(owner.api, archived.id, name, { version: '2.0.0' })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The project is archived' },
    });
  });
});

describe('npm below a group and the instance', () => {
  const groups = (id: number | string) => `groups/${id}/-/packages`;

  it('shows the packages of the projects that the caller may read, the newest of equal versions', async () => {
    const group = await aGroup(owner.api, { visibility: 'public' });
    const sub = await aGroup(owner.api, { parent_id: group.id, visibility: 'public' });
    const open = await aProject(owner.api, { namespace_id: group.id, visibility: 'public' });
    const hidden = await aProject(owner.api, { namespace_id: sub.id, visibility: 'private' });
    const name = `@${group.path}/${unique('shared')}`;
    await publishNpm(owner.api, open.id, name, { tarball: 'open' });
    await publishNpm(owner.api, hidden.id, name, { tarball: 'hidden' });
    await publishNpm(owner.api, hidden.id, name, { version: '2.0.0' });
    const shownTo = async (api: TestUser['api'], prefix: string) => {
      const { body } = await packument(name, prefix, api);
      return Object.values<{ dist: { tarball: string } }>(body.versions).map(({ dist }) => dist.tarball);
    };
    const tarball = ({ id }: TestProject, version: string) =>
      `${app.url}/api/v4/projects/${id}/packages/npm/${name}/-/${name.split('/')[1]}-${version}.tgz`;

    for (const prefix of [groups(group.id), `group/${group.id}/-/packages`, groups(group.path), 'packages']) {
      expect(await shownTo(owner.api, prefix)).toEqual([tarball(hidden, '1.0.0'), tarball(hidden, '2.0.0')]);
      expect(await shownTo(app.anonymous, prefix)).toEqual([tarball(open, '1.0.0')]);
    }
    expect((await packument(name, groups(sub.id))).body['dist-tags']).toEqual({ latest: '2.0.0' });
    expect((await owner.api.get(`packages/npm/-/package/${name.replace('/', '%2f')}/dist-tags`)).body).toEqual({
      latest: '2.0.0',
    });
  });

  it('authorizes by the group: 401, 404, 403', async () => {
    const group = await aGroup(owner.api, { visibility: 'private' });
    const within = await aProject(owner.api, { namespace_id: group.id, visibility: 'private' });
    const name = `@${group.path}/${unique('closed')}`;
    await publishNpm(owner.api, within.id, name);
    const [guest, reporter, stranger] = [
      await aMember(app, { group }, GUEST),
      await aMember(app, { group }, REPORTER),
      await aUser(app),
    ];

    for (const prefix of [groups(group.id), 'packages']) {
      expect((await packument(name, prefix, app.anonymous)).status).toBe(401);
      const unseen = prefix === 'packages' ? '404 Package Not Found' : '404 Group Not Found';
      expect(await packument(name, prefix, stranger.api)).toMatchObject({ status: 404, body: { message: unseen } });
      expect((await packument(name, prefix, guest.api)).status).toBe(403);
      expect((await packument(name, prefix, reporter.api)).status).toBe(200);
    }
    expect((await packument(unique('unscoped'), 'packages')).status).toBe(404);
    expect((await packument(name, groups(999_999_999), app.anonymous)).status).toBe(401);
    expect((await owner.api.put(npmPath(groups(group.id), name), npmDocument(name))).status).toBe(405);
  });

  it('serves the instance to those who may read a project below the scope, without a right in the group', async () => {
    const group = await aGroup(owner.api, { visibility: 'private' });
    const [within, beside] = [
      await aProject(owner.api, { namespace_id: group.id, visibility: 'private' }),
      await aProject(owner.api, { namespace_id: group.id, visibility: 'private' }),
    ];
    const name = `@${group.path}/${unique('held')}`;
    await publishNpm(owner.api, within.id, name);
    await publishNpm(owner.api, beside.id, name, { version: '2.0.0' });
    const [guest, reporter] = [
      await aMember(app, { project: within }, GUEST),
      await aMember(app, { project: within }, REPORTER),
    ];
    const deployToken = async (scopes: readonly string[]) => {
      const made = await owner.api.post(`projects/${within.id}/deploy_tokens`, { name: 'd', scopes });
      return { headers: { 'Deploy-Token': made.body.token as string } };
    };
    const path = npmPath('packages', name);
    const search = `packages/npm/-/v1/search?text=${encodeURIComponent(name)}`;

    for (const shown of [
      await reporter.api.get(path),
      await app.anonymous.get(path, await deployToken(['read_package_registry'])),
    ]) {
      expect([shown.status, Object.keys(shown.body.versions ?? {})]).toEqual([200, ['1.0.0']]);
    }
    expect((await reporter.api.get(search)).body).toMatchObject({ total: 1 });
    expect((await app.anonymous.get(path, await deployToken(['write_package_registry']))).status).toBe(403);
    expect((await guest.api.get(path)).status).toBe(404);
    expect((await packument(name, groups(group.id), reporter.api)).status).toBe(404);
  });

  it('takes deploy tokens of the group or of a project in it', async () => {
    const group = await aGroup(owner.api, { visibility: 'private' });
    const within = await aProject(owner.api, { namespace_id: group.id, visibility: 'private' });
    const name = unique('deployed');
    await publishNpm(owner.api, within.id, name);
    const made = await owner.api.post(`groups/${group.id}/deploy_tokens`, {
      name: 'd',
      scopes: ['read_package_registry'],
    });
    const headers = { 'Deploy-Token': made.body.token as string };

    expect((await app.anonymous.get(npmPath(groups(group.id), name), { headers })).status).toBe(200);
    expect((await app.anonymous.get(npmPath(prefixOf(within), name), { headers })).status).toBe(200);
    expect((await app.anonymous.get(npmPath(prefixOf(project), name), { headers })).status).toBe(404);
  });
});

describe('ping, whoami, search and audit', () => {
  it('are refused to a token whose scopes open no package', async () => {
    const [narrow, reading] = await Promise.all([
      aToken(app, owner.id, { scopes: ['read_registry'] }),
      aToken(app, owner.id, { scopes: ['read_api'] }),
    ]);

    for (const path of ['npm/-/whoami', 'npm/-/ping', 'npm/-/v1/search?text=x', 'conan/v1/conans/search?q=x']) {
      const answers = await Promise.all([narrow, reading].map((token) => app.as(token).get(`packages/${path}`)));
      expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 403, 200]);
    }
  });

  it('answer below every prefix', async () => {
    const group = await aGroup(owner.api, { visibility: 'public' });
    const within = await aProject(owner.api, { namespace_id: group.id, visibility: 'public' });
    const name = `@${group.path}/${unique('found')}`;
    await publishNpm(owner.api, within.id, name, { manifest: { description: 'Found', keywords: ['a'] } });
    await publishNpm(owner.api, within.id, name, { version: '0.9.0', tag: 'old' });

    for (const prefix of [prefixOf(within), `groups/${group.id}/-/packages`, 'packages']) {
      const base = `${prefix}/npm/-`;
      expect(await owner.api.get(`${base}/ping`)).toMatchObject({ status: 200, body: {} });
      expect((await owner.api.get(`${base}/whoami`)).body).toEqual({ username: owner.username });
      expect((await app.anonymous.get(`${base}/whoami`)).status).toBe(401);
      expect(await owner.api.post(`${base}/npm/v1/security/advisories/bulk`, { a: ['1'] })).toMatchObject({
        status: 200,
        body: {},
      });
      for (const audits of ['audits/quick', 'audits']) {
        expect((await owner.api.post(`${base}/npm/v1/security/${audits}`, {})).text).toBe('{}');
      }
      const { body } = await owner.api.get(`${base}/v1/search?text=${encodeURIComponent(name)}&size=5`);
      expect(body).toMatchObject({
        total: 1,
        objects: [{ package: { name, version: '1.0.0', description: 'Found', keywords: ['a'] } }],
      });
      expect((await owner.api.get(`${base}/v1/search?text=nothing-like-it`)).body).toMatchObject({
        objects: [],
        total: 0,
      });
    }
  });

  it.each([
    'npm/6.14.18 node/v20.19.0 linux x64',
    'pnpm/10.1.0 npm/? node/v20.19.0',
    'node-fetch',
    'yarn/4.5.0 npm/? node/v20.19.0',
    'got (https://github.com/sindresorhus/got)',
  ])('answers the older audit with a whole report for clients that need one: %s', async (agent) => {
    const path = `${prefixOf(project)}/npm/-/npm/v1/security/audits/quick`;
    const { status, body } = await owner.api.post(path, {}, { headers: { 'User-Agent': agent } });

    expect([status, body]).toEqual([
      200,
      {
        actions: [],
        advisories: {},
        muted: [],
        metadata: {
          vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0 },
          dependencies: 0,
          devDependencies: 0,
          optionalDependencies: 0,
          totalDependencies: 0,
        },
      },
    ]);
  });

  it('finds nothing in a scope that is not seen', async () => {
    const group = await aGroup(owner.api, { visibility: 'private' });
    const stranger = await aUser(app);

    for (const scope of [group.path, unique('none')]) {
      expect(await stranger.api.get(`packages/npm/-/v1/search?text=@${scope}/a`)).toMatchObject({
        status: 200,
        body: { objects: [], total: 0 },
      });
    }
  });

  it.each(['size=many', 'size=-1', 'from=1.5'])('answers 400 to a search with %s', async (query) => {
    const [parameter = ''] = query.split('=');

    expect(await owner.api.get(`${prefixOf(project)}/npm/-/v1/search?${query}`)).toMatchObject({
      status: 400,
      body: { message: { [parameter]: ['is invalid'] } },
    });
  });

  it('finds no package whose tarball was deleted', async () => {
    const name = unique('emptied');
    await publishNpm(owner.api, project.id, name);
    const [found] = (await owner.api.get(`projects/${project.id}/packages?package_name=${name}`)).body;
    const files = `projects/${project.id}/packages/${found.id}/package_files`;
    const [tarball] = (await owner.api.get(files)).body;
    await owner.api.delete(`${files}/${tarball.id}`);

    expect((await owner.api.get(`${prefixOf(project)}/npm/-/v1/search?text=${name}`)).body).toMatchObject({
      objects: [],
      total: 0,
    });
  });
});

/** More versions of a published package, straight in the database. */
async function copyVersions(name: string, count: number): Promise<void> {
  await app.sql(
    `with made as (
       insert into packages (project_id, package_type, name, name_key, version, version_key)
       select k.project_id, 'npm', k.name, k.name_key, '0.' || n || '.0', '0.' || n || '.0'
       from packages k, generate_series(1, $2::int) n where k.name = $1 and k.version = '1.0.0' returning id),
     noted as (insert into npm_versions (package_id, manifest) select id, '{"name":"x"}' from made)
     insert into package_files (package_id, project_id, file_name, blob_id, size)
     select made.id, f.project_id, f.file_name, f.blob_id, f.size
     from made, package_files f join packages k on k.id = f.package_id where k.name = $1`,
    [name, count],
  );
}

const addressOf = (path: string) => `${app.url}/api/v4/${path}`;

/** Announces so many bytes and sends none; answers the status. */
function announce(path: string, length: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'PRIVATE-TOKEN': owner.token,
      'Content-Length': String(length),
      'Content-Type': 'application/json',
    };
    const sent = request(addressOf(path), { method: 'PUT', headers }, (answer) => {
      resolve(answer.statusCode ?? 0);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.flushHeaders();
  });
}

/** Sends the text, of a body that is announced to be longer, then closes the connection. */
function breakAfter(path: string, text: string, length: number): Promise<void> {
  return new Promise((resolve) => {
    const headers = { 'PRIVATE-TOKEN': owner.token, 'Content-Length': String(length) };
    const sent = request(addressOf(path), { method: 'PUT', headers });
    sent.on('error', () => undefined);
    sent.on('close', () => {
      resolve();
    });
    sent.write(text, () => {
      setTimeout(() => sent.destroy(), 100);
    });
  });
}

describe('a packument of versions that say much', () => {
  it('is whole, and never held whole while it is made', async () => {
    const name = unique('verbose');
    const sizes = [10, ...Array<number>(20).fill(200_000), 10];
    const versions = sizes.map((size, n) => ({ version: `1.${n}.0`, manifest: { description: 'ä'.repeat(size / 2) } }));
    for (const publication of versions) {
      expect(await publishNpm(owner.api, project.id, name, publication)).toMatchObject({ status: 200 });
    }

    const { body } = await packument(name);
    const document = await app.app
      .get(NpmPackumentsService, { strict: false })
      .open({ projectIds: [project.id], name });
    const pieces: number[] = [];
    for await (const piece of document.pieces()) {
      pieces.push(Buffer.byteLength(piece));
    }

    expect(Object.keys(body.versions)).toHaveLength(sizes.length);
    versions.forEach(({ version, manifest }) => {
      expect(body.versions[version].description === manifest.description).toBe(true);
    });
    expect(Math.max(...pieces)).toBeLessThan(1_200_000);
    expect(pieces.length).toBeLessThan(sizes.length);
  });
});
