import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { upload } from '../../builders/packages.js';
import { aZip } from '../../builders/zips.js';
import { aCommit } from '../../builders/repositories.js';
import { aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { ApiClient } from '../../support/api-client.js';
import { GUEST, REPORTER } from '../../support/levels.js';
import { until } from '../../support/until.js';

const run = promisify(execFile);
let app: TestApp;
let owner: TestUser;
let project: TestProject;
let root: string;
let first: string;
let second: string;
beforeAll(async () => {
  app = await startApp({ env: { PACKAGE_MAX_GOLANG_BYTES: '200000' } });
  owner = await aUser(app);
  project = await aProject(owner.api, { path: 'GoLib' });
  root = rootOf(project);
  first = await aCommit(owner.api, project, {
    'go.mod': `module ${root}\n\ngo 1.19\n`,
    'lib.go': 'package lib\n',
    LICENSE: 'free\n',
    'vendor/other/o.go': 'package other\n',
    'vendor/modules.txt': '# other\n',
    'sub/dir/go.mod': `module ${root}/sub/dir\n`,
    'sub/dir/d.go': 'package dir\n',
    'plain/p.go': 'package plain\n',
    'next/go.mod': `module ${root}/next/v2\n`,
    'next/n.go': 'package next\n',
  });
  for (const name of [
    'v0.9.0',
    'v1.0.0',
    'v1.2.0',
    'v1.10.0',
    'v1.11.0-rc.1',
    'v2.0.0',
    'v1.0',
    'v1.3.0+meta',
    'x1.0.0',
  ]) {
    await tag(name);
  }
  for (const name of ['sub/dir/v0.1.0', 'plain/v0.2.0', 'next/v2.1.0', 'next/v1.0.0', 'none/v1.0.0']) {
    await tag(name);
  }
  second = await aCommit(owner.api, project, { 'two.go': 'package lib\n' });
  await app.drainJobs();
});
afterAll(() => app.close());

const rootOf = ({ path_with_namespace }: TestProject) => `127.0.0.1/${path_with_namespace}`;
const tag = (name: string, ref = 'main') =>
  owner.api.post(`projects/${project.id}/repository/tags`, { tag_name: name, ref });
const escaped = (text: string) => text.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
const pathOf = (module: string, file: string, of = project) =>
  `projects/${of.id}/packages/go/${escaped(module)}/@v/${file}`;
const get = (module: string, file: string, api: ApiClient = owner.api) => api.get(pathOf(module, file));
const packages = async () =>
  (
    (await owner.api.get(`projects/${project.id}/packages?package_type=golang&order_by=name&per_page=100`)).body as {
      name: string;
      version: string;
    }[]
  ).map(({ name, version }) => `${name.slice(root.length)}@${version}`);

async function bytesOf(module: string, file: string): Promise<Buffer> {
  const answer = await fetch(`${app.url}/api/v4/${pathOf(module, file)}`, {
    headers: { 'PRIVATE-TOKEN': owner.token },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** Names in the archive, as unzip reads them. */
async function namesIn(archive: Buffer): Promise<string[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'slipway-zip-'));
  const file = path.join(directory, 'a.zip');
  await writeFile(file, archive);
  await run('unzip', ['-tq', file]);
  const { stdout } = await run('unzip', ['-Z1', file]);
  await rm(directory, { recursive: true });
  return stdout.trim().split('\n');
}

async function pseudoVersionOf(sha: string, base = 'v0.0.0-'): Promise<string> {
  const { body } = await owner.api.get(`projects/${project.id}/repository/commits/${sha}`);
  const stamp = new Date(body.committed_date).toISOString().replace(/\D/g, '').slice(0, 14);
  return `${base}${stamp}-${sha.slice(0, 12)}`;
}

describe('GET /projects/:id/packages/go/*path', () => {
  it('lists the versions of the module in their order', async () => {
    const answer = await get(root, 'list');

    expect(answer).toMatchObject({
      status: 200,
      text: 'v0.9.0\nv1.0.0\nv1.2.0\nv1.10.0\n'.replace('v1.10.0\n', 'v1.10.0\nv1.11.0-rc.1\n'),
    });
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect((await owner.api.head(pathOf(root, 'list'))).status).toBe(200);
  });

  it.each([
    ['/sub/dir', 'v0.1.0\n'],
    ['/plain', 'v0.2.0\n'],
    ['/next/v2', 'v2.1.0\n'],
  ])('lists the versions of the module in %s', async (folder, versions) => {
    expect(await get(root + folder, 'list')).toMatchObject({ status: 200, text: versions });
  });

  it.each(['/v2', '/none', '/next/v3', '/sub', 'x', '/v1'])('answers 404 for %s', async (folder) => {
    expect((await get(root + folder, 'list')).status).toBe(404);
  });

  it('answers an empty list for a project without tags', async () => {
    const empty = await aProject(owner.api);

    expect(await owner.api.get(pathOf(rootOf(empty), 'list', empty))).toMatchObject({ status: 200, text: '' });
    expect((await owner.api.get(pathOf(root, 'list', empty))).status).toBe(404);
  });

  it('answers version and time of the commit', async () => {
    const { body } = await owner.api.get(`projects/${project.id}/repository/commits/${first}`);
    const answer = await get(root, 'v1.0.0.info');

    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({ Version: 'v1.0.0', Time: expect.stringMatching(/^[\dT:-]+Z$/) });
    expect(Date.parse(answer.body.Time)).toBe(Math.floor(Date.parse(body.committed_date) / 1000) * 1000);
  });

  it('answers go.mod, or the one that stands for a missing one', async () => {
    const answer = await get(root, 'v1.0.0.mod');

    expect(answer).toMatchObject({ status: 200, text: `module ${root}\n\ngo 1.19\n` });
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect((await get(`${root}/plain`, 'v0.2.0.mod')).text).toBe(`module ${root}/plain\n`);
    expect((await get(`${root}/next/v2`, 'v2.1.0.mod')).text).toBe(`module ${root}/next/v2\n`);
  });

  it('serves the files of the module, neither vendored ones nor other modules, the same bytes each time', async () => {
    const [once, again] = [await bytesOf(root, 'v1.0.0.zip'), await bytesOf(root, 'v1.0.0.zip')];
    const inside = `${root}@v1.0.0/`;

    expect(once.equals(again)).toBe(true);
    expect(await namesIn(once)).toEqual([
      `${inside}LICENSE`,
      `${inside}go.mod`,
      `${inside}lib.go`,
      `${inside}plain/p.go`,
    ]);
    expect(await namesIn(await bytesOf(`${root}/sub/dir`, 'v0.1.0.zip'))).toEqual(
      ['d.go', 'go.mod', 'LICENSE'].map((name) => `${root}/sub/dir@v0.1.0/${name}`),
    );
    const range = await owner.api.get(pathOf(root, 'v1.0.0.zip'), { headers: { Range: 'bytes=0-1' } });
    expect(range).toMatchObject({ status: 206, text: 'PK' });
    const { headers } = await owner.api.head(pathOf(root, 'v1.0.0.zip'));
    expect([headers.get('content-length'), headers.get('content-type')]).toEqual([
      String(once.length),
      'application/octet-stream', // as every download (contract: packages §4.7)
    ]);
  });

  it('keeps no bytes of the archives that it makes', async () => {
    await bytesOf(root, 'v1.2.0.zip');

    expect(await app.sql('select 1 from package_blobs')).toEqual([]);
  });

  it('serves pseudo-versions of commits', async () => {
    const version = await pseudoVersionOf(second);

    expect((await get(root, `${version}.info`)).body).toMatchObject({ Version: version });
    expect((await get(root, `${version}.mod`)).status).toBe(200);
    expect(await namesIn(await bytesOf(root, `${await pseudoVersionOf(second, 'v1.10.1-0.')}.zip`))).toContainEqual(
      expect.stringMatching(/two\.go$/),
    );
    for (const wrong of [
      version.replace(/\d{14}/, '20200101000000'),
      `${version.slice(0, -12)}${'f'.repeat(12)}`,
      version.replace('v0', 'v2'),
    ]) {
      expect((await get(root, `${wrong}.info`)).status).toBe(404);
    }
  });

  it.each(['v9.9.9.info', 'v2.0.0.info', 'v1.0.info', 'v1.3.0+meta.info', 'main.info', 'v1.0.0.exe'])(
    'answers 404 for %s',
    async (file) => {
      expect((await get(root, file)).status).toBe(404);
    },
  );

  it.each(['..%2flist', 'v1.0.0%0A.info'])('answers 400 for the hostile %s', async (file) => {
    expect((await get(root, file)).status).toBe(400);
  });

  it('answers 404 for @latest and for upper case that is not escaped', async () => {
    expect((await owner.api.get(`projects/${project.id}/packages/go/${escaped(root)}/@latest`)).status).toBe(404);
    expect((await owner.api.get(`projects/${project.id}/packages/go/${root}/@v/list`)).status).toBe(404);
  });

  it('refuses an archive that is too large', async () => {
    const text = Array.from({ length: 40_000 }, (_, n) => (n * 7919).toString(36)).join('');
    await aCommit(owner.api, project, {
      'large/go.mod': `module ${root}/large\n`,
      'large/a.txt': text + text.split('').reverse().join(''),
    });
    await tag('large/v1.0.0');

    expect(await get(`${root}/large`, 'v1.0.0.zip')).toMatchObject({
      status: 400,
      body: { message: '400 Bad request - File is too large' },
    });
  });

  it('checks credentials and rights', async () => {
    const [guest, reporter] = [await aMember(app, { project }, GUEST), await aMember(app, { project }, REPORTER)];

    expect((await get(root, 'list', app.anonymous)).status).toBe(401);
    expect((await get(root, 'list', app.as('wrong'))).status).toBe(401);
    expect((await get(root, 'list', (await aUser(app)).api)).status).toBe(404);
    expect((await get(root, 'list', guest.api)).status).toBe(403);
    expect((await get(root, 'list', reporter.api)).status).toBe(200);
  });
});

describe('PUT /projects/:id/packages/go/*path', () => {
  const put = (module: string, version: string, files: Record<string, string>, api: ApiClient = owner.api) =>
    upload(api, pathOf(module, `${version}.zip`), aZip(Object.entries(files).map(([name, text]) => ({ name, text }))));
  const filesOf = (module: string, version: string) => ({
    [`${module}@${version}/go.mod`]: `module ${module}\n`,
    [`${module}@${version}/a.go`]: 'package a\n',
  });
  const foreign = 'example.com/else/where/v3';

  it('publishes a version of any module, and serves it as it is', async () => {
    const stored = await put(foreign, 'v3.1.0', filesOf(foreign, 'v3.1.0'));

    expect(stored).toMatchObject({ status: 201, body: { message: '201 Created' } });
    expect((await get(foreign, 'list')).text).toBe('v3.1.0\n');
    expect((await get(foreign, 'v3.1.0.mod')).text).toBe(`module ${foreign}\n`);
    expect((await get(foreign, 'v3.1.0.info')).body).toMatchObject({ Version: 'v3.1.0' });
    expect(await namesIn(await bytesOf(foreign, 'v3.1.0.zip'))).toHaveLength(2);
  });

  it('answers 409 for a version that a tag or an upload gives, of parallel ones to all but one', async () => {
    const refusal = { status: 409, body: { message: '409 Conflict - version exists' } };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => put(foreign, 'v3.2.0', filesOf(foreign, 'v3.2.0'))),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect(await put(foreign, 'v3.1.0', filesOf(foreign, 'v3.1.0'))).toMatchObject(refusal);
    expect(await put(root, 'v1.0.0', filesOf(root, 'v1.0.0'))).toMatchObject(refusal);
  });

  it('lists no upload whose archive was deleted, and takes it again', async () => {
    const module = 'example.com/deleted/archive/v3';
    await put(module, 'v3.0.0', filesOf(module, 'v3.0.0'));
    await put(module, 'v3.1.0', filesOf(module, 'v3.1.0'));
    const [found] = (
      await owner.api.get(`projects/${project.id}/packages?package_name=${module}&package_version=v3.1.0`)
    ).body;
    const files = `projects/${project.id}/packages/${found.id}/package_files`;
    const [archive] = (await owner.api.get(files)).body;
    await owner.api.delete(`${files}/${archive.id}`);

    expect((await get(module, 'list')).text).toBe('v3.0.0\n');
    expect((await get(module, 'v3.1.0.info')).status).toBe(404);
    expect((await put(module, 'v3.1.0', filesOf(module, 'v3.1.0'))).status).toBe(201);
    expect((await get(module, 'list')).text).toBe('v3.0.0\nv3.1.0\n');
  });

  it('takes the major version of a path as go does', async () => {
    const answers = [
      ['example.com/lib/v1', 'v1.0.0', 400],
      ['example.com/lib/v0', 'v0.1.0', 400],
      ['example.com/lib/v2.1', 'v2.1.0', 400],
      ['gopkg.in/lib', 'v1.0.0', 400],
      ['gopkg.in/lib.v3', 'v1.0.0', 400],
      ['gopkg.in/lib.v3', 'v3.0.1', 201],
      ['gopkg.in/team/lib.v3-unstable', 'v3.2.0', 201],
    ] as const;

    for (const [module, version, status] of answers) {
      expect([module, (await put(module, version, filesOf(module, version))).status]).toEqual([module, status]);
    }
    expect((await get('gopkg.in/lib.v3', 'list')).text).toBe('v3.0.1\n');
    expect((await get('gopkg.in/lib.v3', 'v3.0.1.info')).body.Version).toBe('v3.0.1');
  });

  it('answers 400 for what is no archive of the version, and 403 without the right', async () => {
    const reporter = await aMember(app, { project }, REPORTER);
    const version = 'v3.9.0';
    const wrong = [
      await put(foreign, 'v2.0.0', filesOf(foreign, 'v2.0.0')),
      await put(foreign, version, { ...filesOf(foreign, version), 'outside.go': 'package x' }),
      await put(foreign, version, { [`${foreign}@${version}/go.mod`]: 'module other' }),
      await put(foreign, version, { [`${foreign}@${version}/a.go`]: 'package a' }),
      await upload(owner.api, pathOf(foreign, `${version}.zip`), 'no archive'),
      await upload(owner.api, pathOf(foreign, `${version}.mod`)),
    ];

    expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
    expect((await put(foreign, version, filesOf(foreign, version), reporter.api)).status).toBe(403);
    expect((await get(foreign, 'list')).text).not.toContain(version);
  });
});

describe('packages of tags', () => {
  it('appear for tags whose go.mod names the module', async () => {
    expect((await packages()).filter((name) => !/large|v3/.test(name)).sort()).toEqual([
      '/next/v2@v2.1.0',
      '/sub/dir@v0.1.0',
      '@v0.9.0',
      '@v1.0.0',
      '@v1.10.0',
      '@v1.11.0-rc.1',
      '@v1.2.0',
    ]);
  });

  it('go with their tag', async () => {
    await tag('v1.4.0');
    await until(async () => (await packages()).includes('@v1.4.0'));
    await owner.api.delete(`projects/${project.id}/repository/tags/v1.4.0`);
    await until(async () => !(await packages()).includes('@v1.4.0'));

    expect((await get(root, 'v1.4.0.info')).status).toBe(404);
  });

  it('go with their tag also after the project was renamed', async () => {
    const renamed = await aProject(owner.api);
    const path = `127.0.0.1/${renamed.path_with_namespace}`;
    await aCommit(owner.api, renamed, { 'go.mod': `module ${path}\n` });
    await owner.api.post(`projects/${renamed.id}/repository/tags`, { tag_name: 'v1.0.0', ref: 'main' });
    await app.drainJobs();
    const shown = async () => (await owner.api.get(`projects/${renamed.id}/packages`)).body;
    expect(await shown()).toMatchObject([{ name: path, version: 'v1.0.0' }]);
    await owner.api.put(`projects/${renamed.id}`, { path: unique('renamed') });
    await owner.api.delete(`projects/${renamed.id}/repository/tags/v1.0.0`);
    await app.drainJobs();

    expect(await shown()).toEqual([]);
  });

  it('are served no more once they are deleted', async () => {
    await tag('v1.5.0');
    await until(async () => (await packages()).includes('@v1.5.0'));
    const [found] = (await owner.api.get(`projects/${project.id}/packages?package_version=v1.5.0`)).body;
    await owner.api.delete(`projects/${project.id}/packages/${found.id}`);

    expect((await get(root, 'v1.5.0.info')).status).toBe(404);
    expect((await get(root, 'list')).text).not.toContain('v1.5.0');
  });
});
