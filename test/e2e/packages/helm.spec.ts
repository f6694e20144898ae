import { load } from 'js-yaml';
import { aChart, pushChart } from '../../builders/helm.js';
import { aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aTarGz } from '../../builders/tars.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, REPORTER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  project = await aProject(owner.api);
});
afterAll(() => app.close());

const helm = (path: string, to: { id: number } = project) => `projects/${to.id}/packages/helm/${path}`;

const push = (api: ApiClient, channel: string, chart: Buffer, part = 'chart', to: { id: number } = project) =>
  pushChart(api, to.id, chart, { channel, part });

interface Index {
  apiVersion: string;
  generated: string;
  serverInfo: { contextPath: string };
  entries: Record<string, Record<string, unknown>[]>;
}
const indexOf = async (channel: string, api = owner.api) =>
  load((await api.get(helm(`${channel}/index.yaml`))).text) as Index;

describe('POST /projects/:id/packages/helm/api/:channel/charts', () => {
  it('publishes the chart that the archive says it is', async () => {
    const name = unique('app');
    const extra =
      'appVersion: "1.10"\ndescription: "it: \\"works\\""\nkeywords: [web]\ndependencies:\n- {name: db, version: 1.x, repository: ""}\n';
    const answer = await push(owner.api, 'stable', await aChart(name, '1.0.0', { extra }));
    const [found] = (await owner.api.get(`projects/${project.id}/packages?package_name=${name}`)).body;
    const [file] = (await owner.api.get(`projects/${project.id}/packages/${found.id}/package_files`)).body;
    const index = await indexOf('stable');

    expect(answer).toMatchObject({ status: 201, body: { message: '201 Created' } });
    expect(found).toMatchObject({ name, version: '1.0.0', package_type: 'helm', status: 'default' });
    expect(file.file_name).toBe(`${name}-1.0.0.tgz`);
    expect(index).toMatchObject({
      apiVersion: 'v1',
      serverInfo: { contextPath: `/api/v4/projects/${project.id}/packages/helm` },
    });
    expect(index.entries[name]).toEqual([
      {
        apiVersion: 'v2',
        name,
        version: '1.0.0',
        appVersion: '1.10',
        description: 'it: "works"',
        keywords: ['web'],
        dependencies: [{ name: 'db', version: '1.x', repository: '' }],
        created: file.created_at,
        digest: file.file_sha256,
        urls: [`charts/${name}-1.0.0.tgz`],
      },
    ]);
  });

  it('serves the newest of a version in its channel; other channels keep theirs', async () => {
    const name = unique('twice');
    await push(owner.api, 'a', await aChart(name, '1.0.0', { extra: 'description: first\n' }));
    await push(owner.api, 'b', await aChart(name, '1.0.0', { extra: 'description: other\n' }));
    await push(owner.api, 'a', await aChart(name, '1.0.0', { extra: 'description: second\n' }));

    expect((await indexOf('a')).entries[name]).toMatchObject([{ description: 'second' }]);
    expect((await indexOf('b')).entries[name]).toMatchObject([{ description: 'other' }]);
  });

  it.each([
    ['no archive', () => Promise.resolve(Buffer.from('hello')), 'The archive is no gzipped tar file'],
    ['no Chart.yaml', () => aTarGz({ 'a/values.yaml': '' }), 'The chart has no Chart.yaml'],
    ['no version', () => aChart('a', 'latest'), 'The Chart.yaml has no valid version'],
    [
      'a large Chart.yaml',
      () => aChart('a', '1.0.0', { extra: `x: ${'y'.repeat(70_000)}` }),
      'a/Chart.yaml is too large',
    ],
    ['a path that leads out', () => aTarGz({ '../Chart.yaml': 'x' }), 'The archive has a path that leads out of it'],
  ])('answers 201 for %s, and the record says what is wrong', async (_what, chart, reason) => {
    const answer = await push(owner.api, 'broken', await chart());
    const [found] = (await owner.api.get(`projects/${project.id}/packages?status=error&sort=desc`)).body;

    expect(answer.status).toBe(201);
    expect(found).toMatchObject({ status: 'error', status_message: reason });
    expect((await indexOf('broken')).entries).toEqual({});
  });

  it('asks for the chart where there is no body', async () => {
    expect(await owner.api.post(helm('api/stable/charts'))).toMatchObject({
      status: 400,
      body: { message: '400 (Bad request) "chart" not given' },
    });
  });

  it.each([
    ['application/json', 400, { message: '400 (Bad request) "chart" not given' }],
    ['application/gzip', 415, { error: "The provided content-type 'application/gzip' is not supported." }],
    ['multipart/form-data', 400, { message: '400 Bad request - Malformed multipart body' }],
  ])('answers a body of the type %s with %i', async (type, status, body) => {
    const headers = { 'Content-Type': type };

    expect(await owner.api.send('POST', helm('api/stable/charts'), '{}', { headers })).toMatchObject({ status, body });
  });

  it('refuses wrong channels, forms, sizes and callers', async () => {
    const chart = await aChart('refused', '1.0.0');
    const reporter = await aMember(app, { project }, REPORTER);
    const developer = await aMember(app, { project }, DEVELOPER);

    for (const channel of ['a..b', '-a', 'a_', 'a%2Fb', 'x'.repeat(256)]) {
      expect(await push(owner.api, channel, chart)).toMatchObject({
        status: 400,
        body: { message: { channel: ['is invalid'] } },
      });
    }
    expect(await push(owner.api, 'c', chart, 'file')).toMatchObject({
      status: 400,
      body: { message: '400 (Bad request) "chart" not given' },
    });
    expect((await push(owner.api, 'largest', Buffer.alloc(5 * 1024 * 1024))).status).toBe(201);
    expect(await push(owner.api, 'c', Buffer.alloc(5 * 1024 * 1024 + 1))).toMatchObject({
      status: 400,
      body: { message: '400 Bad request - File is too large' },
    });
    expect((await push(app.anonymous, 'c', chart)).status).toBe(401);
    expect((await push(reporter.api, 'c', chart)).status).toBe(403);
    expect((await push(developer.api, 'c', chart)).status).toBe(201);
  });
});

describe('the requests of helm', () => {
  it('adds a repository, finds a chart and pulls it, by Basic', async () => {
    const name = unique('pulled');
    for (const version of ['1.2.0', '1.10.0', '2.0.0-rc.1', '1.10.0+build']) {
      await push(owner.api, 'stable', await aChart(name, version));
    }
    const headers = { Authorization: `Basic ${Buffer.from(`any:${owner.token}`).toString('base64')}` };
    const base = `projects/${encodeURIComponent(project.path_with_namespace)}/packages/helm/stable`;
    const answer = await app.anonymous.get(`${base}/index.yaml`, { headers });
    const entries = (load(answer.text) as Index).entries[name]!;
    const pulled = await app.anonymous.get(`${base}/${(entries[1]!.urls as string[])[0]!}`, { headers });
    const fresh = await app.anonymous.get(`${base}/index.yaml`, {
      headers: { ...headers, 'If-None-Match': answer.headers.get('etag')! },
    });

    expect(answer.headers.get('content-type')).toBe('text/yaml');
    expect(fresh.status).toBe(304);
    expect(entries.map(({ version }) => version)).toEqual(['2.0.0-rc.1', '1.10.0+build', '1.10.0', '1.2.0']);
    expect(pulled.status).toBe(200);
    expect(pulled.headers.get('x-checksum-sha256')).toBe(entries[1]!.digest);
    expect((await app.anonymous.get(`${base}/index.yaml`)).status).toBe(401);
    expect((await owner.api.get(helm(`other/charts/${name}-1.2.0.tgz`))).status).toBe(404);
    expect((await owner.api.get(helm('a..b/index.yaml'))).status).toBe(400);
  });

  it('answers no entries for an unknown channel', async () => {
    expect((await indexOf('unknown')).entries).toEqual({});
  });

  it('answers an index that can be read whatever characters a chart has', async () => {
    const name = unique('odd');
    const written = '\\x7f \\x80 \\x85 \\u2028 \\ufeff \\uffff é';
    await push(owner.api, 'odd', await aChart(name, '1.0.0', { extra: `description: "${written}"\n` }));
    const { text } = await owner.api.get(helm('odd/index.yaml'));

    expect(text).toMatch(/^[\n\x20-\x7e\xa0-\u2027\u202a-\ufefe]+$/);
    expect((await indexOf('odd')).entries[name]).toMatchObject([
      { description: '\x7f \x80 \x85 \u2028 \ufeff \uffff é' },
    ]);
  });

  it('leaves a deleted version out at once', async () => {
    const name = unique('gone');
    await push(owner.api, 'stable', await aChart(name, '1.0.0'));
    const [found] = (await owner.api.get(`projects/${project.id}/packages?package_name=${name}`)).body;
    await owner.api.delete(`projects/${project.id}/packages/${found.id}`);

    expect((await indexOf('stable')).entries[name]).toBeUndefined();
    expect((await owner.api.get(helm(`stable/charts/${name}-1.0.0.tgz`))).status).toBe(404);
  });
});
