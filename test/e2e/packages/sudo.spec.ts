import { genericPath, upload } from '../../builders/packages.js';
import { aMember, aProject, aToken, aUser, unique } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, MAINTAINER, REPORTER } from '../../support/levels.js';

let app: TestApp;
let project: TestProject;
let developer: TestUser;
let reporter: TestUser;
let sudo: string;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  project = await aProject((await aUser(app)).api);
  developer = await aMember(app, { project }, DEVELOPER);
  reporter = await aMember(app, { project }, REPORTER);
  sudo = await aToken(app, (await app.admin.get('user')).body.id, { scopes: ['sudo'] });
});
afterAll(() => app.close());

const path = (file: string) => genericPath(project.id, file);
const events = async () => (await app.admin.get(`projects/${project.id}/audit_events?per_page=100`)).body as object[];
const putAs = (name: string, file = unique('file'), token = sudo) =>
  upload(app.as(token), path(file), 'bytes', { Sudo: name });

describe('package protocols with sudo', () => {
  it('publish as the user, whose name the record and the audit log have', async () => {
    const file = unique('file');

    expect((await putAs(developer.username, file)).status).toBe(201);
    expect(await app.sql('select creator_id::int from packages where project_id = $1', [project.id])).toEqual([
      { creator_id: developer.id },
    ]);
    expect((await events())[0]).toMatchObject({
      author_id: developer.id,
      details: { custom_message: `Sudo: PUT /api/v4/${path(file)}`, sudo_by: 'root' },
    });
  });

  it('note a deletion once, with both names', async () => {
    const owner = await aMember(app, { project }, MAINTAINER);
    const recipe = `projects/${project.id}/packages/conan/v1`;
    const file = `${recipe}/files/gone/1.0/_/_/0/export/conanfile.py`;
    await owner.api.send('PUT', file, 'bytes', { headers: { 'Content-Type': 'text/plain' } });
    const before = (await events()).length;
    const headers = { Sudo: owner.username };

    expect((await app.as(sudo).delete(`${recipe}/conans/gone/1.0/_/_`, undefined, { headers })).status).toBe(200);
    const [event, ...others] = await events();
    expect(event).toMatchObject({ author_id: owner.id, details: { remove: 'package', sudo_by: 'root' } });
    expect(others).toHaveLength(before);
  });

  it('have the rights of the user and no others, and note no refusal', async () => {
    await upload(developer.api, path('rights.bin'));
    const stranger = await aUser(app);
    const before = (await events()).length;

    expect(await putAs(reporter.username)).toMatchObject({ status: 403, body: { message: '403 Forbidden' } });
    expect((await putAs(stranger.username)).status).toBe(404);
    const read = (name: string) =>
      app.as(sudo).get(`${path('rights.bin')}?${new URLSearchParams({ sudo: name }).toString()}`);
    expect((await read(reporter.username)).status).toBe(200);
    expect((await read(String(stranger.id))).status).toBe(404);
    expect(await events()).toHaveLength(before);
  });

  it('refuse it to others than administrators with a token for it', async () => {
    const whole = await aToken(app, (await app.admin.get('user')).body.id, { scopes: ['api'] });
    const message = '403 Forbidden - Must be admin to use sudo';

    expect(await putAs(reporter.username, 'a', developer.token)).toMatchObject({ status: 403, body: { message } });
    expect(await putAs(developer.username, 'a', whole)).toMatchObject({ status: 403, body: { scope: 'sudo' } });
    expect((await upload(app.anonymous, path('a'), 'bytes', { Sudo: developer.username })).status).toBe(401);
    expect(await putAs('nobody-at-all')).toMatchObject({
      status: 404,
      body: { message: "404 User with ID or username 'nobody-at-all' Not Found" },
    });
  });

  it('keep an Idempotency-Key apart from those of the user and of the administrator', async () => {
    const [file, key] = [unique('file'), unique('key')];
    const headers = { 'Idempotency-Key': key };
    const replayed = async (token: string, more: object) =>
      (await upload(app.as(token), path(file), 'bytes', { ...headers, ...more })).headers.get('idempotency-replayed');

    expect(await replayed(sudo, { Sudo: developer.username })).toBeNull();
    expect(await replayed(developer.token, {})).toBeNull();
    expect(await replayed(sudo, { Sudo: developer.username })).toBe('true');
  });

  it('give passes that act as the user, too', async () => {
    const prefix = `projects/${project.id}/packages/conan/v1`;
    const login = async (name: string) => {
      const basic = `Basic ${Buffer.from(`root:${sudo}`).toString('base64')}`;
      return (
        await app.anonymous.get(`${prefix}/users/authenticate`, { headers: { Authorization: basic, Sudo: name } })
      ).text;
    };
    const put = async (name: string) =>
      app.anonymous.send('PUT', `${prefix}/files/tool/1.0/_/_/0/export/conanfile.py`, 'bytes', {
        headers: { Authorization: `Bearer ${await login(name)}`, 'Content-Type': 'text/plain' },
      });

    expect((await put(reporter.username)).status).toBe(403);
    expect((await put(developer.username)).status).toBe(200);
    expect((await events())[0]).toMatchObject({
      author_id: developer.id,
      details: { custom_message: expect.stringMatching(/^Sudo: PUT .*conanfile\.py$/), sudo_by: 'root' },
    });
  });
});
