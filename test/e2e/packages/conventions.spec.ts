import { npmDocument, npmPath } from '../../builders/npm.js';
import { asClient } from '../../builders/oauth.js';
import { genericPath, upload } from '../../builders/packages.js';
import { aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  project = await aProject(owner.api, { visibility: 'public' });
});
afterAll(() => app.close());

describe('Idempotency-Key of package protocols', () => {
  const put = (path: string, body: string, key: string, by = owner.api) =>
    by.send('PUT', path, body, { headers: { 'Idempotency-Key': key, 'Content-Type': 'text/plain' } });
  const filesOf = async (version: string) => {
    const [found] = (await owner.api.get(`projects/${project.id}/packages?package_version=${version}`)).body;
    return (await owner.api.get(`projects/${project.id}/packages/${found.id}/package_files`)).body as unknown[];
  };

  it('stores an upload once and answers its repetition as before', async () => {
    const [path, key] = [genericPath(project.id, 'once.bin', '1.1'), unique('key')];
    const first = await put(path, 'bytes', key);
    const again = await put(path, 'bytes', key);

    expect(first).toMatchObject({ status: 201, body: { message: '201 Created' } });
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again).toMatchObject({ status: 201, body: { message: '201 Created' } });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await filesOf('1.1')).toHaveLength(1);
  });

  it('repeats what a handler answered, a refusal, and an answer without a body', async () => {
    const name = unique('once');
    const document = JSON.stringify(npmDocument(name));
    const tag = `projects/${project.id}/packages/npm/-/package/${name}/dist-tags/beta`;
    for (const [path, body, status] of [
      [npmPath(`projects/${project.id}/packages`, name), document, 200],
      [genericPath(project.id, 'once.bin', '-'), 'bytes', 400],
      [tag, '"1.0.0"', 204],
    ] as const) {
      const key = unique('key');

      expect((await put(path, body, key)).status).toBe(status);
      expect((await put(path, body, key)).headers.get('idempotency-replayed')).toBe('true');
    }
  });

  it('refuses the key with another upload, and belongs to its caller', async () => {
    const [path, key] = [genericPath(project.id, 'other.bin', '1.2'), unique('key')];
    const developer = await aMember(app, { project }, DEVELOPER);
    await put(path, 'bytes', key);

    expect((await put(path, 'other bytes', key)).status).toBe(422);
    expect((await put(path, 'other bytes', key, developer.api)).status).toBe(201);
    expect((await put(path, 'bytes', key, app.anonymous)).status).toBe(401);
    expect((await put(path, 'bytes', 'x'.repeat(256))).body).toEqual({
      message: { 'Idempotency-Key': ['is invalid'] },
    });
  });
});

describe('conditional headers of package protocols', () => {
  const put = (path: string, body: string, headers: Readonly<Record<string, string>>) =>
    upload(owner.api, path, body, headers);
  const PAST = { 'If-Unmodified-Since': 'Sat, 01 Jan 2000 00:00:00 GMT' };
  const base = () => `projects/${project.id}/packages`;

  it.each([
    ['generic', () => genericPath(project.id, unique('seen'), '1.4')],
    ['maven', () => `${base()}/maven/org/seen/tool/1.0/${unique('tool')}.jar`],
    ['conan', () => `${base()}/conan/v1/files/${unique('seen')}/1.0/_/_/0/export/conanfile.py`],
  ])('replace a file of %s that the client has seen, and no other', async (_type, pathOf) => {
    const path = pathOf();
    const isRefused = { status: 412, body: { message: '412 Precondition Failed' } };
    expect(await put(path, 'none yet', { 'If-Match': '*' })).toMatchObject(isRefused);
    expect((await put(path, 'first', PAST)).status).toBeLessThan(300);
    const etag = (await owner.api.get(path)).headers.get('etag') ?? '';

    for (const headers of [{ 'If-Match': '"other"' }, { 'If-Match': `W/${etag}` }, PAST]) {
      expect(await put(path, 'lost', headers)).toMatchObject(isRefused);
    }
    expect((await owner.api.get(path)).text).toBe('first');
    expect((await put(path, 'second', { 'If-Match': `"other", ${etag}` })).status).toBeLessThan(300);
    expect(await put(path, 'third', { 'If-Match': etag })).toMatchObject(isRefused);
    expect((await owner.api.get(path)).text).toBe('second');
  });

  it('let one of two win who have seen the same', async () => {
    const path = genericPath(project.id, unique('raced'), '1.4');
    await put(path, 'first', {});
    const etag = (await owner.api.get(path)).headers.get('etag') ?? '';
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((body) => put(path, body, { 'If-Match': etag })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 412, 412, 412]);
  });
});

describe('two credentials at package protocols', () => {
  it('let a known token of OAuth decide, whatever else is sent', async () => {
    const developer = await aMember(app, { project }, DEVELOPER);
    const { username, password } = developer;
    const { body } = await asClient(app, 'token', { grant_type: 'password', username, password });
    const put = (token: string) =>
      upload(owner.api, genericPath(project.id, unique('both'), '1.5'), 'bytes', { Authorization: `Bearer ${token}` });
    const [ofBoth, withUnknown] = [await put(body.access_token), await put('unknown')];
    const creators = await app.sql('select creator_id::int from packages where project_id = $1 and version = $2', [
      project.id,
      '1.5',
    ]);
    await asClient(app, 'revoke', { token: body.access_token });
    const whenRevoked = await put(body.access_token);

    expect([ofBoth.status, withUnknown.status, whenRevoked.status]).toEqual([201, 201, 401]);
    expect(creators).toEqual([{ creator_id: developer.id }]);
  });
});

describe('rate limits of package protocols', () => {
  const limit = (kind: 'authenticated' | 'unauthenticated', isOn: boolean) =>
    app.admin.put('application/settings', {
      [`throttle_${kind}_api_enabled`]: isOn,
      [`throttle_${kind}_api_requests_per_period`]: 2,
      [`throttle_${kind}_api_period_in_seconds`]: 10_000_000,
    });

  it('count requests of a user and of an address, refused credentials among those', async () => {
    const path = genericPath(project.id, 'limited.bin', '1.3');
    await upload(owner.api, path);
    const reader = await aUser(app);
    await limit('authenticated', true);
    const byUser = [await reader.api.get(path), await reader.api.get(path), await reader.api.get(path)];
    await limit('authenticated', false);
    await limit('unauthenticated', true);
    const byAddress = [await app.anonymous.get(path), await app.as('wrong').get(path), await app.anonymous.get(path)];
    await limit('unauthenticated', false);

    expect(byUser.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(byUser[0]!.headers.get('ratelimit-remaining')).toBe('1');
    expect(byAddress.map(({ status }) => status)).toEqual([200, 401, 429]);
    expect(byAddress[2]!.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
