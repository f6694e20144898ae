import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import type { Answer } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, REPORTER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  const group = await aGroup(owner.api);
  project = await aProject(owner.api, { namespace_id: group.id });
});
afterAll(() => app.close());

const REF = '6af9cc7cb931c5ad942174fd7838eb655717c709';
const INFO =
  '[settings]\n    os=Linux\n\n[requires]\n    zlib/1.Y.Z\n\n[options]\n    shared=False\n\n[recipe_hash]\n    abc\n';

const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');
const basic = (secret: string) => ({ Authorization: `Basic ${Buffer.from(`any:${secret}`).toString('base64')}` });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const ofProject = (path: string, to: { id: number } = project) => `projects/${to.id}/packages/conan/v1/${path}`;
const ofInstance = (path: string) => `packages/conan/v1/${path}`;
const userPart = () => project.path_with_namespace.replaceAll('/', '+');

/** The token of a session, as conan gets it. */
const login = async (token: string): Promise<string> =>
  (await app.anonymous.get(ofProject('users/authenticate'), { headers: basic(token) })).text;

interface Session {
  get(path: string): Promise<Answer>;
  send(verb: string, path: string, body?: object | string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}
async function session(token = owner.token, prefix = ofProject): Promise<Session> {
  const headers = bearer(await login(token));
  const at = (path: string) => (path.startsWith('http') ? path : prefix(path));
  return {
    get: (path) => app.anonymous.get(at(path), { headers }),
    send: (verb, path, body, more = {}) =>
      app.anonymous.send(verb, at(path), body, { headers: { ...headers, ...more } }),
  };
}

/** What `conan upload` sends for a recipe or a binary package. */
async function upload(conan: Session, path: string, files: Readonly<Record<string, string>>): Promise<number[]> {
  const sizes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.length]));
  const addresses = (await conan.send('POST', `${path}/upload_urls`, sizes)).body as Record<string, string>;
  const answers = await Promise.all(Object.entries(addresses).map(([name, at]) => conan.send('PUT', at, files[name])));
  return answers.map(({ status }) => status);
}
const RECIPE_FILES = { 'conanfile.py': 'class A: pass', 'conanmanifest.txt': '123\nconanfile.py: abc\n' };
const BINARY_FILES = { 'conaninfo.txt': INFO, 'conanmanifest.txt': '123\n', 'conan_package.tgz': 'bytes' };

describe('the requests of conan', () => {
  it('ping names the capability', async () => {
    for (const path of [ofInstance('ping'), ofProject('ping')]) {
      const answer = await app.anonymous.get(path);

      expect(answer).toMatchObject({ status: 200, text: '' });
      expect(answer.headers.get('x-conan-server-capabilities')).toBe('complex_search');
    }
  });

  it.each([
    ['project', ofProject, () => 'team'],
    ['instance', ofInstance, userPart],
  ])('upload and install a recipe and its binary package by the prefix of the %s', async (_prefix, prefix, user) => {
    const conan = await session(owner.token, prefix);
    const name = unique('lib');
    const recipe = `conans/${name}/1.0/${user()}/stable`;
    const unknown = await conan.get(`${recipe}/digest`);
    const statuses = [
      ...(await upload(conan, recipe, { ...RECIPE_FILES, 'unknown.txt': 'x' })),
      ...(await upload(conan, `${recipe}/packages/${REF}`, BINARY_FILES)),
    ];
    const at = `${app.url}/api/v4/${prefix(`files/${name}/1.0/${encodeURIComponent(user())}/stable/0`)}`;
    const addresses = (await conan.get(`${recipe}/packages/${REF}/download_urls`)).body;
    const archive = await conan.get(addresses['conan_package.tgz']);
    const [found] = (await owner.api.get(`projects/${project.id}/packages?package_name=${name}`)).body;

    expect(unknown.status).toBe(404);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect((await conan.get(recipe)).body).toEqual({
      'conanfile.py': digest('md5', RECIPE_FILES['conanfile.py']),
      'conanmanifest.txt': digest('md5', RECIPE_FILES['conanmanifest.txt']),
    });
    expect((await conan.get(`${recipe}/digest`)).body).toEqual({
      'conanmanifest.txt': `${at}/export/conanmanifest.txt`,
    });
    expect(addresses).toEqual({
      'conan_package.tgz': `${at}/package/${REF}/0/conan_package.tgz`,
      'conaninfo.txt': `${at}/package/${REF}/0/conaninfo.txt`,
      'conanmanifest.txt': `${at}/package/${REF}/0/conanmanifest.txt`,
    });
    expect(archive).toMatchObject({ status: 200, text: 'bytes' });
    expect(archive.headers.get('x-checksum-sha256')).toBe(digest('sha256', 'bytes'));
    expect((await conan.get(`${recipe}/search`)).body).toEqual({
      [REF]: {
        settings: { os: 'Linux' },
        options: { shared: 'False' },
        requires: ['zlib/1.Y.Z'],
        full_requires: [],
        recipe_hash: 'abc',
      },
    });
    expect((await conan.get(`conans/search?q=${name.toUpperCase().slice(0, 8)}*`)).body).toEqual({
      results: [`${name}/1.0@${user()}/stable`],
    });
    expect(found).toMatchObject({
      name: `${name}/1.0@${user()}/stable`,
      version: '1.0',
      conan_package_name: name,
      package_type: 'conan',
    });
  });

  it('serves the newest of a file, and links bytes that the project has', async () => {
    const conan = await session();
    const name = unique('twice');
    const file = `files/${name}/1.0/_/_/0/export/conanfile.py`;
    await conan.send('PUT', file, 'first');
    await conan.send('PUT', file, 'second');
    const ask = (path: string, text: string, by = conan) =>
      by.send('PUT', path, undefined, { 'X-Checksum-Deploy': 'true', 'X-Checksum-Sha1': digest('sha1', text) });
    const foreign = await aProject(owner.api);
    const elsewhere = await session(owner.token, (path) => ofProject(path, foreign));

    expect((await conan.get(file)).text).toBe('second');
    expect((await ask(file, 'first')).status).toBe(201);
    expect((await conan.get(file)).text).toBe('first');
    expect((await ask(file, 'unknown')).status).toBe(404);
    expect((await ask(file, 'first', elsewhere)).status).toBe(404);
    expect((await conan.send('PUT', `files/${name}/2.0/_/_/0/export/conanfile.py`)).status).toBe(200);
    expect((await conan.get(`conans/${name}/2.0/_/_`)).status).toBe(404);
    expect((await conan.get(`conans/search?q=${name}*`)).body).toEqual({ results: [`${name}/1.0`] });
  });

  it('stores nothing of a body in chunks that are none', async () => {
    const path = ofProject(`files/${unique('chunks')}/1.0/_/_/0/export/conanfile.py`);
    const headers = { 'PRIVATE-TOKEN': owner.token, 'Transfer-Encoding': 'chunked' };
    const sent = httpRequest(`${app.url}/api/v4/${path}`, { method: 'PUT', headers }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();

    expect(answer.statusCode).toBe(200);
    expect((await owner.api.get(path)).status).toBe(404);
  });

  it('finds the binary packages that a query is about', async () => {
    const conan = await session();
    const recipe = `conans/${unique('queried')}/1.0/a/b`;
    const infoOf = (settings: object, shared: string) =>
      `[settings]\n${Object.entries(settings)
        .map((pair) => pair.join('='))
        .join('\n')}\n[options]\nshared=${shared}\n`;
    await upload(conan, `${recipe}/packages/linux`, { 'conaninfo.txt': infoOf({ os: 'Linux' }, 'False') });
    await upload(conan, `${recipe}/packages/windows`, {
      'conaninfo.txt': infoOf({ os: 'Windows', compiler: 'Visual Studio' }, 'True'),
    });
    const search = (query: string) => conan.get(`${recipe}/search?q=${encodeURIComponent(query)}`);

    expect(Object.keys((await search('os=Linux OR os=Macos')).body)).toEqual(['linux']);
    expect(Object.keys((await search('os=Windows AND compiler="Visual Studio"')).body)).toEqual(['windows']);
    expect(Object.keys((await search('')).body)).toEqual(['linux', 'windows']);
    expect(await search('os')).toMatchObject({ status: 400, body: { message: { q: ['is invalid'] } } });
  });

  it('finds recipes by whole parts of their reference, and by a pattern', async () => {
    const conan = await session();
    const name = unique('found');
    await conan.send('PUT', `files/${name}/1.0/team/stable/0/export/conanfile.py`, 'x');
    await conan.send('PUT', `files/${name}/1.0.1/_/_/0/export/conanfile.py`, 'x');
    const [first, second] = [`${name}/1.0@team/stable`, `${name}/1.0.1`];
    const found = async (query: string) => (await conan.get(`conans/search?q=${query}`)).body.results;

    expect(await found(name)).toEqual([second, first]);
    expect(await found(`${name}/1.0`)).toEqual([first]);
    expect(await found(`${name}/1.0@team`)).toEqual([first]);
    expect(await found(`${name}/1.0.1`)).toEqual([second]);
    expect(await found(`${name}/*@team/*`)).toEqual([first]);
    expect(await found(name.slice(0, -1))).toEqual([]);
    expect(await found(`${name}/1`)).toEqual([]);
  });

  it('finds a recipe of the instance whose user part has the path of the project in another case', async () => {
    const conan = await session(owner.token, ofInstance);
    const [name, user] = [unique('case'), userPart().toUpperCase()];
    expect(await upload(conan, `conans/${name}/1.0/${user}/stable`, RECIPE_FILES)).toEqual([200, 200]);

    expect((await conan.get(`conans/search?q=${name}*`)).body).toEqual({ results: [`${name}/1.0@${user}/stable`] });
  });

  it('does not find a recipe whose files were all deleted', async () => {
    const conan = await session();
    const name = unique('empty');
    await conan.send('PUT', `files/${name}/1.0/_/_/0/export/conanfile.py`, 'x');
    const packages = `projects/${project.id}/packages`;
    const [{ id }] = (await owner.api.get(`${packages}?package_name=${name}`)).body;
    const [file] = (await owner.api.get(`${packages}/${id}/package_files`)).body;
    await owner.api.delete(`${packages}/${id}/package_files/${file.id}`);

    expect((await conan.get(`conans/${name}/1.0/_/_`)).status).toBe(404);
    expect((await conan.get(`conans/search?q=${name}*`)).body).toEqual({ results: [] });
  });

  it('makes one package of parallel uploads', async () => {
    const conan = await session();
    const name = unique('parallel');
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        conan.send('PUT', `files/${name}/1.0/a/b/0/package/${n}a/0/conan_package.tgz`, `${n}`),
      ),
    );

    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await owner.api.get(`projects/${project.id}/packages?package_name=${name}`)).body).toHaveLength(1);
  });

  it('removes files, binary packages and recipes for maintainers', async () => {
    const conan = await session();
    const recipe = `conans/${unique('gone')}/1.0/a/b`;
    await upload(conan, recipe, RECIPE_FILES);
    await upload(conan, `${recipe}/packages/${REF}`, BINARY_FILES);
    await upload(conan, `${recipe}/packages/abc`, BINARY_FILES);
    const developer = await session((await aMember(app, { project }, DEVELOPER)).token);

    expect((await developer.send('DELETE', recipe)).status).toBe(403);
    expect((await conan.send('POST', `${recipe}/packages/delete`, { package_ids: [REF] })).status).toBe(200);
    expect(Object.keys((await conan.get(`${recipe}/search`)).body)).toEqual(['abc']);
    expect((await conan.send('POST', `${recipe}/packages/delete`, { package_ids: [] })).status).toBe(200);
    expect((await conan.get(`${recipe}/search`)).body).toEqual({});
    expect((await conan.send('POST', `${recipe}/remove_files`, { files: ['conanfile.py'] })).status).toBe(200);
    expect(Object.keys((await conan.get(recipe)).body)).toEqual(['conanmanifest.txt']);
    expect((await conan.send('POST', `${recipe}/remove_files`, { files: 'conanfile.py' })).status).toBe(200);
    expect(await conan.send('POST', `${recipe}/remove_files`, {})).toMatchObject({
      status: 400,
      body: { message: '400 (Bad request) "files" not given' },
    });
    for (const ids of [[{}], [''], {}]) {
      expect(await conan.send('POST', `${recipe}/packages/delete`, { package_ids: ids })).toMatchObject({
        status: 400,
        body: { message: { package_ids: ['is invalid'] } },
      });
    }
    expect((await conan.send('POST', `${recipe}/remove_files`, '[')).status).toBe(400);
    expect((await conan.send('DELETE', recipe)).status).toBe(200);
    expect((await conan.send('DELETE', recipe)).status).toBe(404);
    const events = (await owner.api.get(`projects/${project.id}/audit_events`)).body;
    expect(events.slice(0, 4).map(({ details }: { details: { remove: string } }) => details.remove)).toEqual([
      'package',
      'package_files',
      'package_files',
      'package_files',
    ]);
  });

  it('deletes a recipe that is still as the client knows it', async () => {
    const conan = await session();
    const recipe = `conans/${unique('known')}/1.0/a/b`;
    await upload(conan, recipe, RECIPE_FILES);
    const etag = (await conan.get(recipe)).headers.get('etag') ?? '';
    const remove = (headers: Record<string, string>) => owner.api.delete(ofProject(recipe), undefined, { headers });

    expect(await remove({ 'If-Match': '"other"' })).toMatchObject({ status: 412 });
    expect(await remove({ 'If-Unmodified-Since': 'Sat, 21 Nov 2020 10:00:00 GMT' })).toMatchObject({
      status: 412,
      body: { message: '412 Precondition Failed' },
    });
    expect((await conan.get(recipe)).status).toBe(200);
    expect((await remove({ 'If-Match': etag })).status).toBe(200);
    expect((await remove({ 'If-Match': etag })).status).toBe(404);
  });

  it.each([
    ['PUT', 'files/a/1.0/u/c/0/export/other.txt', 400],
    ['PUT', 'files/a/1.0/u/c/0/export/conaninfo.txt', 400],
    ['PUT', 'files/a/1.0/u/c/1/export/conanfile.py', 404],
    ['PUT', 'files/..%2F/1.0/u/c/0/export/conanfile.py', 400],
    ['PUT', 'files/a/1.0/u/c/0/package/a%00b/0/conaninfo.txt', 400],
    ['GET', 'files/a/1.0/u/c/0/export/conanfile.py', 404],
    ['GET', 'conans/a/1.0/u/c/packages/abc', 404],
  ])('%s %s is %i', async (verb, path, status) => {
    expect((await (await session()).send(verb, path, verb === 'PUT' ? 'x' : undefined)).status).toBe(status);
  });
});

describe('GET users/authenticate', () => {
  it('answers a token that its routes take, and no others', async () => {
    const answer = await app.anonymous.get(ofInstance('users/authenticate'), { headers: basic(owner.token) });
    const check = (token: string) =>
      app.anonymous.get(ofInstance('users/check_credentials'), { headers: bearer(token) });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.text.split('.')).toHaveLength(3);
    expect(answer.text).not.toContain(owner.token);
    const checked = await check(answer.text);
    expect(checked).toMatchObject({ status: 200, text: 'ok' });
    expect(checked.headers.get('cache-control')).toBe('no-store');
    expect((await check(`${answer.text}x`)).status).toBe(401);
    expect((await app.anonymous.get(`projects/${project.id}/packages`, { headers: bearer(answer.text) })).status).toBe(
      401,
    );
    expect(
      (
        await app.anonymous.get(ofProject('../../generic/a/1/b').replace('conan/v1/../../', ''), {
          headers: bearer(answer.text),
        })
      ).status,
    ).toBe(401);
    expect((await app.anonymous.get(ofInstance('users/authenticate'), { headers: basic('wrong') })).status).toBe(401);
    expect((await app.anonymous.get(ofInstance('users/authenticate'))).status).toBe(401);
    expect((await app.anonymous.get(ofInstance('users/check_credentials'))).status).toBe(401);
  });

  it('judges the credential behind the token anew', async () => {
    const reader = await aMember(app, { project }, REPORTER);
    const { id, token } = (
      await app.admin.post(`users/${reader.id}/personal_access_tokens`, { name: 'c', scopes: ['read_api'] })
    ).body as { id: number; token: string };
    const conan = await session(token);

    expect((await conan.get('conans/search?q=*')).status).toBe(200);
    expect((await conan.send('PUT', 'files/a/1.0/u/c/0/export/conanfile.py', 'x')).status).toBe(403);
    await app.admin.delete(`personal_access_tokens/${id}`);
    expect((await conan.get('conans/search?q=*')).status).toBe(401);
  });
});

describe('what others see', () => {
  it('names no recipe to a deploy token that does not read', async () => {
    await upload(await session(), `conans/${unique('secret')}/1.0/${userPart()}/c`, RECIPE_FILES);
    const tokenOf = async (scope: string) =>
      (await owner.api.post(`projects/${project.id}/deploy_tokens`, { name: 'd', scopes: [scope] })).body
        .token as string;
    const search = async (scope: string) =>
      app.anonymous.get(ofInstance('conans/search?q=secret*'), { headers: { 'Deploy-Token': await tokenOf(scope) } });

    expect((await search('read_package_registry')).body.results).toHaveLength(1);
    expect((await search('write_package_registry')).status).toBe(403);
  });

  it('hides recipes and projects from those who may not read them', async () => {
    const conan = await session();
    const name = unique('hidden');
    await upload(conan, `conans/${name}/1.0/${userPart()}/c`, RECIPE_FILES);
    const stranger = await session((await aUser(app)).token, ofInstance);
    const recipe = `conans/${name}/1.0/${userPart()}/c`;

    expect((await stranger.get(`conans/search?q=${name}*`)).body).toEqual({ results: [] });
    expect((await stranger.get(recipe)).text).toBe((await stranger.get('conans/a/1.0/no+project/c')).text);
    expect((await app.anonymous.get(ofInstance(recipe))).status).toBe(401);
    expect((await app.anonymous.get(ofProject(recipe))).status).toBe(401);
  });
});
