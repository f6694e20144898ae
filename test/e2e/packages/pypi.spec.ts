import { createHash } from 'node:crypto';
import { pypiForm, pypiPath, publishPypi, sha256 } from '../../builders/pypi.js';
import type { PypiFacts } from '../../builders/pypi.js';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, GUEST, REPORTER } from '../../support/levels.js';
import { storedObjects } from '../../support/stored-objects.js';

const MAX_BYTES = 3_000_000;
const JSON_TYPE = 'application/vnd.pypi.simple.v1+json';
const PIP = `${JSON_TYPE}, application/vnd.pypi.simple.v1+html; q=0.1, text/html; q=0.01`;

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false, env: { PACKAGE_MAX_PYPI_BYTES: String(MAX_BYTES) } });
  owner = await aUser(app);
  project = await aProject(owner.api);
});
afterAll(() => app.close());

const packages = ({ id }: { readonly id: number }) => `projects/${id}/packages`;
const groups = (id: number | string) => `groups/${id}/-/packages`;
const simple = (name = '', { accept = '', api = owner.api, prefix = packages(project) } = {}) =>
  api.get(`${prefix}/pypi/simple${name && `/${name}`}`, { headers: accept === '' ? {} : { Accept: accept } });
const filesOf = async (name: string, options: { api?: ApiClient; prefix?: string } = {}) =>
  (await simple(name, { ...options, accept: JSON_TYPE })).body.files as { filename: string; url: string }[];
const publish = (facts: PypiFacts, api = owner.api) => publishPypi(api, project.id, facts);
const listed = async (name: string) => (await owner.api.get(`${packages(project)}?package_name=${name}`)).body;

describe('POST /projects/:id/packages/pypi', () => {
  it('publishes a file that the index links and serves', async () => {
    const name = unique('My.Tool');
    const key = name.toLowerCase().replace('.', '-');
    const content = 'bytes of a wheel';
    const url = `${app.url}/api/v4/${pypiPath(project.id)}/files/${sha256(content)}/${name}-1.0.tar.gz`;

    const published = await publish({ name, content, fields: [['requires_python', '>=3.8,<4']] });
    const index = await simple(key);
    const file = await owner.api.get(url);

    expect(published).toMatchObject({ status: 201, body: { message: '201 Created' } });
    expect(index.status).toBe(200);
    expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(index.headers.get('vary')).toContain('Accept');
    expect(index.text).toContain(
      `<a href="${url}#sha256=${sha256(content)}" data-requires-python="&gt;=3.8,&lt;4">${name}-1.0.tar.gz</a>`,
    );
    expect(file).toMatchObject({ status: 200, text: content });
    expect(file.headers.get('etag')).toBe(`"${sha256(content)}"`);
    expect((await owner.api.get(url, { headers: { Range: 'bytes=0-4' } })).text).toBe('bytes');
    expect((await owner.api.head(url)).headers.get('content-length')).toBe(String(content.length));
    expect((await owner.api.get(url.replace(sha256(content), sha256('other')))).status).toBe(404);
    expect(await listed(name)).toMatchObject([{ name, version: '1.0', package_type: 'pypi', tags: [] }]);
  });

  it('keeps the metadata of the form with the file', async () => {
    const name = unique('described');
    const fields = [
      ['summary', 'A tool'],
      ['classifiers', 'One'],
      ['classifiers', 'Two'],
      ['unknown', 'x'],
      ['description', 'x'.repeat(100_000)],
    ] as const;
    expect((await publish({ name, fields })).status).toBe(201);

    const [row] = await app.sql<{ metadata: object }>(
      `select f.metadata from package_files f join packages k on k.id = f.package_id where k.name = $1`,
      [name],
    );
    expect(row!.metadata).toEqual({
      summary: 'A tool',
      classifiers: ['One', 'Two'],
      description: 'x'.repeat(100_000),
    });
  });

  it('takes names and versions that are written otherwise for the same, and shows those sent first', async () => {
    const name = unique('Same_Name');
    await publish({ name, version: '1.0.0', fileName: 'a.tar.gz' });
    await publish({ name: name.toLowerCase().replace('_', '--'), version: 'v1.0', fileName: 'b.whl' });

    expect(await listed(name)).toMatchObject([{ name, version: '1.0.0' }]);
    expect((await filesOf(name)).map(({ filename }) => filename)).toEqual(['a.tar.gz', 'b.whl']);
  });

  it('refuses a file name that the version has', async () => {
    const name = unique('twice');
    await publish({ name });
    const before = await storedObjects(app);

    expect(await publish({ name, content: 'other bytes' })).toMatchObject({
      status: 400,
      body: { message: { file_name: ['has already been taken'] } },
    });
    expect(await storedObjects(app)).toEqual(before);
  });

  it('makes one package of parallel uploads, and takes one of the same name', async () => {
    const [name, other] = [unique('many'), unique('race')];
    const different = await Promise.all(
      Array.from({ length: 15 }, (_, n) => publish({ name, fileName: `f${n}.whl`, content: `${n}` })),
    );
    const equal = await Promise.all(Array.from({ length: 15 }, (_, n) => publish({ name: other, content: `${n}` })));

    expect(new Set(different.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await listed(name)).toHaveLength(1);
    expect(await filesOf(name)).toHaveLength(15);
    expect(equal.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(equal.filter(({ status }) => status === 400)).toHaveLength(14);
  });

  const refusals: readonly (readonly [string, PypiFacts, unknown])[] = [
    ['no content', { name: 'a', version: '1' }, '400 (Bad request) "content" not given'],
    ['no name', { version: '1', content: 'x' }, '400 (Bad request) "name" not given'],
    ['no version', { name: 'a', content: 'x' }, '400 (Bad request) "version" not given'],
    ['a blank name', { name: ' ', version: '1', content: 'x' }, { name: ["can't be blank"] }],
    ['a wrong name', { name: '-a', version: '1', content: 'x' }, { name: ['is invalid'] }],
    ['a wrong version', { name: 'a', version: '1..2', content: 'x' }, { version: ['is invalid'] }],
    ['a wrong file name', { name: 'a', version: '1', content: 'x', fileName: '..' }, { file_name: ['is invalid'] }],
    ['a path', { name: 'a', version: '1', content: 'x', fileName: '../a.whl' }, { file_name: ['is invalid'] }],
    ['no file name', { name: 'a', version: '1', content: 'x', fileName: '' }, { file_name: ['is invalid'] }],
    [
      'a long specifier',
      { name: 'a', version: '1', content: 'x', fields: [['requires_python', '>'.repeat(256)]] },
      { requires_python: ['is too long (maximum is 255 characters)'] },
    ],
    [
      'a long specifier of a wrong name',
      { name: '-a', version: '1', content: 'x', fields: [['requires_python', '>'.repeat(256)]] },
      { name: ['is invalid'], requires_python: ['is too long (maximum is 255 characters)'] },
    ],
    [
      'another md5',
      { name: 'a', version: '1', content: 'x', fields: [['md5_digest', 'ff']] },
      '400 Bad request - checksum mismatch',
    ],
    [
      'another sha256',
      { name: 'a', version: '1', content: 'x', fields: [['sha256_digest', sha256('y')]] },
      '400 Bad request - checksum mismatch',
    ],
    [
      'a NUL',
      { name: 'a', version: '1', content: 'x', fields: [['summary', 'a\0b']] },
      '400 Bad request - Invalid characters',
    ],
    [
      'too much metadata',
      { name: 'a', version: '1', content: 'x', fields: Array(9).fill(['description', 'x'.repeat(200_000)]) },
      '400 Bad request - Too many parameters',
    ],
  ];
  it.each(refusals)('answers 400 for %s and stores nothing', async (_what, facts, message) => {
    const before = await storedObjects(app);

    const answer = await owner.api.send('POST', pypiPath(project.id), pypiForm(facts));

    expect(answer).toMatchObject({ status: 400, body: { message } });
    expect(await storedObjects(app)).toEqual(before);
    expect((await simple('a')).status).toBe(404);
  });

  it('takes digests that are the file’s', async () => {
    const md5 = createHash('md5').update('digested').digest('hex');
    const fields = [
      ['md5_digest', md5],
      ['sha256_digest', sha256('digested').toUpperCase()],
    ] as const;

    expect((await publish({ name: unique('digested'), content: 'digested', fields })).status).toBe(201);
  });

  it('refuses what is too large and stores nothing', async () => {
    const name = unique('large');
    const before = await storedObjects(app);
    const refusal = { status: 400, body: { message: '400 Bad request - File is too large' } };

    expect(await publish({ name, content: Buffer.alloc(MAX_BYTES + 1) })).toMatchObject(refusal);
    expect(await publish({ name, content: Buffer.alloc(2 * MAX_BYTES) })).toMatchObject(refusal);
    expect(await storedObjects(app)).toEqual(before);
    expect((await publish({ name, content: Buffer.alloc(MAX_BYTES) })).status).toBe(201);
  });
});

describe('GET /projects/:id/packages/pypi/simple', () => {
  it('lists names once, with and without a final slash, as HTML or JSON', async () => {
    const own = await aProject(owner.api);
    const options = { prefix: packages(own) };
    await publishPypi(owner.api, own.id, { name: 'One.Two', version: '1.0' });
    await publishPypi(owner.api, own.id, { name: 'one-two', version: '2.0' });
    await publishPypi(owner.api, own.id, { name: 'zeta' });

    const page = await simple('', options);

    expect(page.text).toContain(`<a href="${app.url}/api/v4/${packages(own)}/pypi/simple/one-two/">One.Two</a>`);
    expect(page.text.match(/<a /g)).toHaveLength(2);
    expect((await owner.api.get(`${packages(own)}/pypi/simple/`)).text).toBe(page.text);
    const json = await simple('', { ...options, accept: PIP });
    expect(json.headers.get('content-type')).toBe(JSON_TYPE);
    expect(json.body).toEqual({ meta: { 'api-version': '1.0' }, projects: [{ name: 'One.Two' }, { name: 'zeta' }] });
  });

  it('is empty for a project without packages', async () => {
    const prefix = packages(await aProject(owner.api));

    expect((await simple('', { prefix })).text).not.toContain('<a ');
    expect((await simple('', { prefix, accept: PIP })).body.projects).toEqual([]);
  });
});

describe('GET /projects/:id/packages/pypi/simple/:name', () => {
  it('answers PEP 691 JSON to whom prefers it, and 304 until something changes', async () => {
    const name = unique('json');
    await publish({ name, content: 'json', fields: [['requires_python', '>=3']] });

    const json = await simple(name, { accept: PIP });
    const again = () =>
      owner.api.get(`${pypiPath(project.id)}/simple/${name}/`, {
        headers: { Accept: PIP, 'If-None-Match': json.headers.get('etag')! },
      });

    expect(json.body).toEqual({
      meta: { 'api-version': '1.0' },
      name,
      files: [
        {
          filename: `${name}-1.0.tar.gz`,
          url: `${app.url}/api/v4/${pypiPath(project.id)}/files/${sha256('json')}/${name}-1.0.tar.gz`,
          hashes: { sha256: sha256('json') },
          size: 4,
          'requires-python': '>=3',
        },
      ],
    });
    expect(json.headers.get('vary')).toBe('Origin, Accept');
    expect((await again()).status).toBe(304);
    await publish({ name, version: '2.0' });
    expect((await again()).status).toBe(200);
  });

  it('is another one when other versions are there, also as many whose ids make the same sum', async () => {
    const name = unique('sum');
    for (const version of ['1.0', '2.0', '3.0', '4.0']) {
      await publish({ name, version });
    }
    const ids = ((await listed(name)) as { readonly id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b);
    const [first, second, third, fourth] = ids;
    const remove = (id = 0) => owner.api.delete(`${packages(project)}/${id}`);
    const restore = (id = 0) => owner.api.post(`${packages(project)}/${id}/restore`);
    await Promise.all([first, fourth].map((id) => remove(id)));
    const inner = await simple(name);
    await Promise.all([first, fourth].map((id) => restore(id)));
    await Promise.all([second, third].map((id) => remove(id)));
    const outer = await simple(name);

    expect(ids).toEqual([0, 1, 2, 3].map((more) => first! + more));
    expect(inner.text).toContain(`${name}-2.0.tar.gz`);
    expect(outer.text).toContain(`${name}-1.0.tar.gz`);
    expect(outer.text).not.toContain(`${name}-2.0.tar.gz`);
    expect(outer.headers.get('etag')).not.toBe(inner.headers.get('etag'));
  });

  it('leaves out deleted versions and files at once', async () => {
    const name = unique('gone');
    await publish({ name });
    await publish({ name, version: '2.0' });
    await publish({ name, version: '2.0', fileName: 'x.whl' });
    const [first, second] = await listed(name);
    const files = (await owner.api.get(`${packages(project)}/${second.id}/package_files`)).body;

    await owner.api.delete(`${packages(project)}/${second.id}/package_files/${files[0].id}`);
    expect((await filesOf(name)).map(({ filename }) => filename)).toEqual([`${name}-1.0.tar.gz`, 'x.whl']);
    await owner.api.delete(`${packages(project)}/${first.id}`);
    expect((await filesOf(name)).map(({ filename }) => filename)).toEqual(['x.whl']);
    await owner.api.delete(`${packages(project)}/${second.id}`);
    expect((await simple(name)).status).toBe(404);
    expect((await publish({ name })).status).toBe(201);
  });

  it('shows more files than are read at once', async () => {
    const name = unique('long');
    await publish({ name });
    await app.sql(
      `insert into package_files (package_id, project_id, file_name, blob_id, size)
       select f.package_id, f.project_id, 'f' || n || '.whl', f.blob_id, f.size
       from package_files f join packages k on k.id = f.package_id, generate_series(1, 2500) n where k.name = $1`,
      [name],
    );

    expect(await filesOf(name)).toHaveLength(2501);
    expect((await simple(name)).text.match(/<a /g)).toHaveLength(2501);
  });

  it.each(['..', 'a%2Fb', 'a%00', 'a%0Ab', '%5C'])('answers 400 for the name %s', async (name) => {
    expect((await simple(name === '..' ? '%2E%2E%2Fx' : name)).status).toBe(400);
    expect((await owner.api.get(`${pypiPath(project.id)}/files/${sha256('')}/${name}%2Fx`)).status).toBe(400);
  });

  it('answers 404 for an unknown name', async () => {
    expect(await simple(unique('none'))).toMatchObject({ status: 404, body: { message: '404 Package Not Found' } });
  });
});

describe('rights of pypi', () => {
  it('reads as Reporter and publishes as Developer', async () => {
    const name = unique('rights');
    const [guest, reporter, developer] = [
      await aMember(app, { project }, GUEST),
      await aMember(app, { project }, REPORTER),
      await aMember(app, { project }, DEVELOPER),
    ];
    const stranger = await aUser(app);

    expect((await publish({ name }, developer.api)).status).toBe(201);
    expect((await publish({ name }, reporter.api)).status).toBe(403);
    expect((await publish({ name }, stranger.api)).status).toBe(404);
    expect((await publish({ name }, app.anonymous)).status).toBe(401);
    expect((await simple(name, { api: reporter.api })).status).toBe(200);
    expect((await simple(name, { api: guest.api })).status).toBe(403);
    expect((await simple(name, { api: app.anonymous })).headers.get('www-authenticate')).toContain('Basic');
  });

  it('reads archived projects and refuses to publish to them', async () => {
    const archived = await aProject(owner.api);
    await publishPypi(owner.api, archived.id, { name: 'kept' });
    await owner.api.post(`projects/${archived.id}/archive`);

    expect((await simple('kept', { prefix: packages(archived) })).status).toBe(200);
    expect((await publishPypi(owner.api, archived.id, { name: 'kept', version: '2' })).status).toBe(403);
  });
});

describe('pypi below a group', () => {
  it('shows what the caller may read, the newest of equal versions', async () => {
    const group = await aGroup(owner.api, { visibility: 'public' });
    const open = await aProject(owner.api, { namespace_id: group.id, visibility: 'public' });
    const hidden = await aProject(owner.api, { namespace_id: group.id, visibility: 'private' });
    const name = unique('shared');
    await publishPypi(owner.api, open.id, { name, content: 'open' });
    await publishPypi(owner.api, hidden.id, { name, content: 'hidden' });
    await publishPypi(owner.api, hidden.id, { name: 'hidden-only' });

    for (const prefix of [groups(group.id), `group/${group.id}/-/packages`]) {
      const [file, ...others] = await filesOf(name, { prefix });
      expect(others).toEqual([]);
      expect(file!.url).toContain(`/projects/${hidden.id}/packages/pypi/files/${sha256('hidden')}/`);
      expect((await filesOf(name, { prefix, api: app.anonymous }))[0]!.url).toContain(sha256('open'));
      expect((await simple('hidden-only', { prefix, api: app.anonymous })).status).toBe(404);
      expect((await simple('', { prefix, api: app.anonymous, accept: PIP })).body.projects).toEqual([{ name }]);
      const direct = `${prefix}/pypi/files/${sha256('hidden')}/${file!.filename}`;
      expect((await owner.api.get(direct)).text).toBe('hidden');
      expect((await app.anonymous.get(direct)).status).toBe(404);
    }
    expect((await simple('', { prefix: groups(group.id) })).text).toContain(
      `href="${app.url}/api/v4/${groups(group.id)}/pypi/simple/${name}/"`,
    );
  });

  it('authorizes by the group: 401, 404, 403', async () => {
    const group = await aGroup(owner.api, { visibility: 'private' });
    const prefix = groups(group.id);
    const [guest, reporter, stranger] = [
      await aMember(app, { group }, GUEST),
      await aMember(app, { group }, REPORTER),
      await aUser(app),
    ];

    expect((await simple('', { prefix, api: app.anonymous })).status).toBe(401);
    expect((await simple('', { prefix, api: stranger.api })).body.message).toBe('404 Group Not Found');
    expect((await simple('', { prefix, api: guest.api })).status).toBe(403);
    expect((await simple('', { prefix, api: reporter.api })).status).toBe(200);
  });
});
