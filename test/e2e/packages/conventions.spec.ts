import { npmDocument, npmPath } from '../../builders/npm.js';
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
