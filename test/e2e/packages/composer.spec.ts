import { createHash } from 'node:crypto';
import { aCommit } from '../../builders/repositories.js';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { aZip } from '../../builders/zips.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { ApiClient } from '../../support/api-client.js';
import { DEVELOPER, GUEST, REPORTER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
beforeAll(async () => {
  app = await startApp({ jobs: false, env: { PACKAGE_MAX_COMPOSER_BYTES: '100000' } });
  owner = await aUser(app);
  group = await aGroup(owner.api);
});
afterAll(() => app.close());

interface Version {
  readonly version: string;
  readonly dist: { readonly url: string };
}

interface Released {
  readonly project: TestProject;
  readonly name: string;
  readonly sha: string;
}

/** A project with a package in its first commit, tagged `v1.0.0`. */
async function aLibrary(fields: object = {}, manifest: object = {}): Promise<Released> {
  const project = await aProject(owner.api, { namespace_id: group.id, ...fields });
  const name = `acme/${unique('lib')}`;
  const files = { 'composer.json': JSON.stringify({ name, ...manifest }), 'src/A.php': '<?php class A {}\n' };
  const sha = await aCommit(owner.api, project, files);
  await tag(project, 'v1.0.0', sha);
  return { project, name, sha };
}
const tag = (project: TestProject, name: string, ref = 'main') =>
  owner.api.post(`projects/${project.id}/repository/tags`, { tag_name: name, ref });
const publish = (project: TestProject, body: object, api: ApiClient = owner.api) =>
  api.post(`projects/${project.id}/packages/composer`, body);
const inGroup = (file: string, prefix = 'group', of = group) => `${prefix}/${of.id}/-/packages/composer/${file}`;
const versionsOf = async (name: string, file = `${name}.json`): Promise<Version[]> =>
  (await owner.api.get(inGroup(`p2/${file}`))).body.packages[name];

function uploaded(files: Record<string, string>, version?: string): FormData {
  const form = new FormData();
  if (version !== undefined) {
    form.append('version', version);
  }
  form.append(
    'file',
    new Blob([new Uint8Array(aZip(Object.entries(files).map(([name, text]) => ({ name, text }))))]),
    'a.zip',
  );
  return form;
}

describe('POST /projects/:id/packages/composer', () => {
  it('publishes what a tag holds', async () => {
    const { project, name, sha } = await aLibrary({}, { require: { php: '>=8' } });

    expect(await publish(project, { tag: 'v1.0.0' })).toMatchObject({ status: 201, body: { message: '201 Created' } });
    expect((await owner.api.get(`projects/${project.id}/packages`)).body).toMatchObject([
      { name, version: '1.0.0', package_type: 'composer', status: 'default' },
    ]);
    expect(await versionsOf(name)).toEqual([
      {
        name,
        uid: expect.any(Number),
        version: '1.0.0',
        require: { php: '>=8' },
        dist: {
          type: 'zip',
          reference: sha,
          url: `${app.url}/api/v4/projects/${project.id}/packages/composer/archives/${name}.zip?sha=${sha}`,
        },
        source: { type: 'git', reference: sha, url: `${app.url}/${project.path_with_namespace}.git` },
      },
    ]);
  });

  it.each([
    ['main', 'dev-main'],
    ['1.x', '1.x-dev'],
    ['2.1', '2.1.x-dev'],
    ['feature/x', 'dev-feature/x'],
  ])('publishes branch %s as %s', async (branch, version) => {
    const { project, name } = await aLibrary();
    await owner.api.post(`projects/${project.id}/repository/branches?branch=${encodeURIComponent(branch)}&ref=main`);

    expect((await publish(project, { branch })).status).toBe(201);
    expect(await versionsOf(name)).toEqual([]);
    expect(await versionsOf(name, `${name}~dev.json`)).toMatchObject([{ version }]);
  });

  it('takes forms and the query', async () => {
    const { project } = await aLibrary();
    const form = new FormData();
    form.append('tag', 'v1.0.0');

    expect((await owner.api.post(`projects/${project.id}/packages/composer?tag=v1.0.0`)).status).toBe(201);
    expect((await publish(project, new URLSearchParams({ tag: 'v1.0.0' }))).status).toBe(201);
    expect((await publish(project, form)).status).toBe(201);
  });

  it('moves a version that is published to the new commit', async () => {
    const { project, name, sha } = await aLibrary();
    await publish(project, { branch: 'main' });
    const [first] = (await owner.api.get(`projects/${project.id}/packages`)).body;
    const later = await aCommit(owner.api, project, { 'b.php': '<?php' });
    await publish(project, { branch: 'main' });
    const [second] = (await owner.api.get(`projects/${project.id}/packages`)).body;

    expect(second.id).toBe(first.id);
    expect(await versionsOf(name, `${name}~dev.json`)).toMatchObject([{ dist: { reference: later } }]);
    for (const reference of [sha, later]) {
      const path = `projects/${project.id}/packages/composer/archives/${name}.zip?sha=${reference}`;
      expect((await owner.api.get(path)).status).toBe(200);
    }
  });

  it('makes one package of parallel publishes', async () => {
    const { project, name } = await aLibrary();
    const answers = await Promise.all(Array.from({ length: 10 }, () => publish(project, { tag: 'v1.0.0' })));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await versionsOf(name)).toHaveLength(1);
  });

  it('answers 400 unless there is exactly one ref, and 404 for an unknown one', async () => {
    const { project } = await aLibrary();
    const empty = await aProject(owner.api);

    expect((await publish(project, {})).status).toBe(400);
    expect((await publish(project, { tag: 'v1.0.0', branch: 'main' })).status).toBe(400);
    expect((await publish(project, { tag: '' })).status).toBe(400);
    expect((await publish(project, { tag: 'v1.0.0', branch: '' })).status).toBe(201);
    expect(await publish(project, { tag: 'v9' })).toMatchObject({
      status: 404,
      body: { message: '404 Tag Not Found' },
    });
    expect(await publish(project, { branch: 'v1.0.0' })).toMatchObject({
      status: 404,
      body: { message: '404 Branch Not Found' },
    });
    expect((await publish(empty, { branch: 'main' })).status).toBe(404);
    expect((await publish(project, { branch: 'a..b' })).status).toBe(404);
  });

  it.each([
    ['nothing', { 'other.txt': 'x' }],
    ['no JSON', { 'composer.json': '{' }],
    ['a list', { 'composer.json': '[]' }],
    ['no name', { 'composer.json': '{}' }],
    ['a wrong name', { 'composer.json': '{"name":"../x"}' }],
    ['NUL', { 'composer.json': '{"name":"a/b","description":"\\u0000"}' }],
    ['too deep', { 'composer.json': `{"name":"a/b","a":${'['.repeat(5000)}${']'.repeat(5000)}}` }],
    ['a folder', { 'composer.json/a': '{}' }],
  ])('answers 422 for a ref with %s', async (_, files) => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, files);

    expect((await publish(project, { branch: 'main' })).status).toBe(422);
  });

  it('answers 422 for a tag that is no version', async () => {
    const { project } = await aLibrary();
    await tag(project, 'nightly');

    expect((await publish(project, { tag: 'nightly' })).status).toBe(422);
  });

  it('checks credentials, rights and the archived state', async () => {
    const { project } = await aLibrary({ visibility: 'private' });
    const [reporter, developer] = [
      await aMember(app, { project }, REPORTER),
      await aMember(app, { project }, DEVELOPER),
    ];

    expect((await publish(project, { tag: 'v1.0.0' }, app.anonymous)).status).toBe(401);
    expect((await publish(project, { tag: 'v1.0.0' }, app.as('wrong'))).status).toBe(401);
    expect((await publish(project, { tag: 'v1.0.0' }, (await aUser(app)).api)).status).toBe(404);
    expect((await publish(project, { tag: 'v1.0.0' }, reporter.api)).status).toBe(403);
    expect((await publish(project, { tag: 'v1.0.0' }, developer.api)).status).toBe(201);
    await owner.api.post(`projects/${project.id}/archive`);
    expect(await publish(project, { tag: 'v1.0.0' })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The project is archived' },
    });
  });
});

describe('GET /projects/:id/packages/composer/archives/*archive', () => {
  it('serves the tree under one folder, the same bytes each time', async () => {
    const { project, name, sha } = await aLibrary();
    await publish(project, { tag: 'v1.0.0' });
    const path = `projects/${project.id}/packages/composer/archives/${name}.zip?sha=${sha}`;
    const read = async () =>
      Buffer.from(
        await (await fetch(`${app.url}/api/v4/${path}`, { headers: { 'PRIVATE-TOKEN': owner.token } })).arrayBuffer(),
      );
    const [once, again] = [await read(), await read()];
    await publish(project, { tag: 'v1.0.0' });
    const answer = await owner.api.head(path);

    expect(once.equals(again)).toBe(true);
    expect(once.equals(await read())).toBe(true);
    expect(once.includes(`${name.replace('/', '-')}-${sha}/src/A.php`)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-length': String(once.length),
      'content-type': 'application/octet-stream', // as every download (contract: packages §4.7)
      'x-checksum-sha256': createHash('sha256').update(once).digest('hex'),
    });
    expect((await owner.api.get(path, { headers: { Range: 'bytes=0-1' } })).text).toBe('PK');
    expect((await owner.api.get(path, { headers: { 'If-None-Match': answer.headers.get('etag')! } })).status).toBe(304);
  });

  it('answers 404 for another commit or name, and after the version was deleted', async () => {
    const { project, name, sha } = await aLibrary();
    await publish(project, { tag: 'v1.0.0' });
    const archive = (of: string, reference: string) =>
      owner.api.get(`projects/${project.id}/packages/composer/archives/${of}.zip?sha=${reference}`);
    const [found] = (await owner.api.get(`projects/${project.id}/packages`)).body;

    expect((await archive(name, sha)).status).toBe(200);
    expect((await archive(name, 'f'.repeat(40))).status).toBe(404);
    expect((await archive(name, '')).status).toBe(404);
    expect((await archive('acme/other', sha)).status).toBe(404);
    await owner.api.delete(`projects/${project.id}/packages/${found.id}`);
    expect((await archive(name, sha)).status).toBe(404);
    expect((await owner.api.get(inGroup(`p2/${name}.json`))).status).toBe(404);
  });
});

describe('GET /group/:id/-/packages/composer', () => {
  it('leads from packages.json to every package, for both versions of the client', async () => {
    const { project, name, sha } = await aLibrary();
    await publish(project, { tag: 'v1.0.0' });
    const root = (await owner.api.get(inGroup('packages.json', 'groups'))).body;
    const base = `${app.url}/api/v4/group/${group.id}/-/packages/composer`;
    const providersSha = root['provider-includes']['p/%hash%.json'].sha256;
    const providers = await owner.api.get(inGroup(`p/${providersSha}.json`));
    const { sha256 } = providers.body.providers[name];
    const document = await owner.api.get(inGroup(`${name}$${sha256}.json`));

    expect(root).toMatchObject({
      packages: [],
      'providers-url': `${base}/%package%$%hash%.json`,
      'metadata-url': `${base}/p2/%package%.json`,
    });
    expect(createHash('sha256').update(providers.text).digest('hex')).toBe(providersSha);
    expect(createHash('sha256').update(document.text).digest('hex')).toBe(sha256);
    expect(document.body.packages[name]['1.0.0']).toMatchObject({ name, dist: { reference: sha } });
    expect((await owner.api.get(inGroup(`${name}$${'0'.repeat(64)}.json`))).status).toBe(404);
    expect((await owner.api.get(inGroup(`p/${'0'.repeat(64)}.json`))).status).toBe(404);
  });

  it('answers 404 for an unknown name, and 304 for a known answer', async () => {
    const { project, name } = await aLibrary();
    await publish(project, { tag: 'v1.0.0' });
    const etag = (await owner.api.get(inGroup(`p2/${name}.json`))).headers.get('etag')!;

    expect((await owner.api.get(inGroup(`p2/${name.toUpperCase()}.json`))).status).toBe(200);
    expect((await owner.api.get(inGroup(`p2/${name}.json`), { headers: { 'If-None-Match': etag } })).status).toBe(304);
    for (const file of ['p2/acme/none.json', 'p2/acme/none~dev.json', `p2/${name}`, 'p2/%00.json', 'none']) {
      expect([400, 404]).toContain((await owner.api.get(inGroup(file))).status);
    }
  });

  it('shows what the caller may read, and of equal versions the newest', async () => {
    const top = await aGroup(owner.api);
    const name = `acme/${unique('twice')}`;
    const holders = [];
    for (const visibility of ['private', 'private']) {
      const project = await aProject(owner.api, { namespace_id: top.id, visibility });
      await aCommit(owner.api, project, { 'composer.json': JSON.stringify({ name }), 'which.txt': String(project.id) });
      await tag(project, '1.0');
      await publish(project, { tag: '1.0' });
      holders.push(project);
    }
    const read = async (api: ApiClient) => (await api.get(inGroup(`p2/${name}.json`, 'groups', top))).body;
    const reporter = await aMember(app, { group: top }, REPORTER);
    const guest = await aMember(app, { group: top }, GUEST);

    expect((await read(reporter.api)).packages[name]).toMatchObject([
      { dist: { url: expect.stringContaining(`/projects/${holders[1]!.id}/`) } },
    ]);
    await owner.api.put(`projects/${holders[1]!.id}`, { packages_enabled: false });
    expect((await read(reporter.api)).packages[name]).toMatchObject([
      { dist: { url: expect.stringContaining(`/projects/${holders[0]!.id}/`) } },
    ]);
    expect(await read(guest.api)).toEqual({ message: '403 Forbidden' });
    expect(await read((await aUser(app)).api)).toEqual({ message: '404 Group Not Found' });
    expect(await read(app.anonymous)).toEqual({ message: '401 Unauthorized' });
  });
});

describe('POST /projects/:id/packages/composer with an archive', () => {
  it('publishes it and serves it as it is', async () => {
    const project = await aProject(owner.api, { namespace_id: group.id });
    const name = `acme/${unique('zip')}`;
    const manifest = JSON.stringify({ name, version: '1.2.3' });

    expect((await publish(project, uploaded({ 'composer.json': manifest, 'A.php': '<?php' }))).status).toBe(201);
    expect((await publish(project, uploaded({ 'top/composer.json': manifest }, '2.0'))).status).toBe(201);
    const [first, second] = await versionsOf(name);
    expect([first!.version, second!.version]).toEqual(['1.2.3', '2.0']);
    expect(first).not.toHaveProperty('source');
    expect((await owner.api.get(first!.dist.url)).status).toBe(200);
  });

  it('takes the version of the manifest for a blank one', async () => {
    const project = await aProject(owner.api, { namespace_id: group.id });
    const name = `acme/${unique('blank')}`;
    await publish(project, uploaded({ 'composer.json': JSON.stringify({ name, version: '1.2.3' }) }, ''));

    expect(await versionsOf(name)).toMatchObject([{ version: '1.2.3' }]);
  });

  it('offers no version whose archive was deleted', async () => {
    const project = await aProject(owner.api, { namespace_id: group.id });
    const name = `acme/${unique('kept')}`;
    for (const version of ['1.0.0', '1.1.0']) {
      await publish(project, uploaded({ 'composer.json': JSON.stringify({ name, version }) }));
    }
    const [found] = (await owner.api.get(`projects/${project.id}/packages?package_version=1.1.0`)).body;
    const files = `projects/${project.id}/packages/${found.id}/package_files`;
    const [archive] = (await owner.api.get(files)).body;
    await owner.api.delete(`${files}/${archive.id}`);

    expect((await versionsOf(name)).map(({ version }) => version)).toEqual(['1.0.0']);
  });

  it('answers 409 for a version that there is', async () => {
    const { project, name } = await aLibrary();
    await publish(project, { tag: 'v1.0.0' });

    expect(await publish(project, uploaded({ 'composer.json': JSON.stringify({ name }) }, '1.0.0'))).toMatchObject({
      status: 409,
      body: { message: '409 Conflict - version exists' },
    });
  });

  it.each([
    ['no version', { 'composer.json': '{"name":"a/b"}' }, undefined, 400],
    ['a wrong version', { 'composer.json': '{"name":"a/b"}' }, 'x', 400],
    ['no manifest', { 'a.txt': 'x' }, '1.0', 422],
    ['several folders', { 'a/composer.json': '{"name":"a/b"}', 'b/composer.json': '{"name":"a/c"}' }, '1.0', 422],
    ['a manifest too deep', { 'a/b/composer.json': '{"name":"a/b"}' }, '1.0', 422],
    ['a large file', { 'composer.json': '{"name":"a/b"}', a: randomText(200_000) }, '1.0', 400],
  ])('refuses one with %s', async (_, files, version, status) => {
    const project = await aProject(owner.api);

    expect((await publish(project, uploaded(files as Record<string, string>, version))).status).toBe(status);
    expect((await owner.api.get(`projects/${project.id}/packages`)).body).toEqual([]);
  });

  it('gives the version to one of 20 parallel uploads', async () => {
    const project = await aProject(owner.api, { namespace_id: group.id });
    const name = `acme/${unique('lib')}`;
    const upload = (n: number) =>
      owner.api.post(
        `projects/${project.id}/packages/composer`,
        uploaded({ 'composer.json': JSON.stringify({ name, description: `upload ${n % 10}` }) }, '1.0.0'),
      );

    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => upload(n)));

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
    expect(
      await app.sql('select 1 from package_files where project_id = $1 and deleted_at is null', [project.id]),
    ).toHaveLength(1);
    expect(await versionsOf(name)).toHaveLength(1);
  });

  it('refuses what is no archive', async () => {
    const project = await aProject(owner.api);
    const form = new FormData();
    form.append('file', new Blob(['no zip']), 'a.zip');

    expect((await publish(project, form)).status).toBe(400);
  });
});

/** Text that no compression makes much smaller. */
function randomText(length: number): string {
  return Array.from({ length: length / 40 }, (_, n) => createHash('sha1').update(String(n)).digest('hex')).join('');
}
