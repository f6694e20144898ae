import { jest } from '@jest/globals';
import { Clock } from '../../../src/common/time/clock.js';
import { aGroup, aMember, aProject, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { aTarGz } from '../../builders/tars.js';
import { aZip } from '../../builders/zips.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, REPORTER } from '../../support/levels.js';

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
let archive: Buffer;
beforeAll(async () => {
  app = await startApp({ jobs: false, env: { PACKAGE_MAX_TERRAFORM_MODULE_BYTES: '5000' } });
  owner = await aUser(app);
  group = await aGroup(owner.api);
  project = await aProject(owner.api, { namespace_id: group.id });
  archive = await aTarGz({ 'main.tf': 'output "a" { value = "b" }\n' });
});
afterAll(() => app.close());

const below = (name: string, to: { id: number } = project) =>
  `projects/${to.id}/packages/terraform/modules/${name}/aws`;
const registry = (name: string, path = '') => `packages/terraform/modules/v1/${group.path}/${name}/aws${path}`;
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

const publish = (
  name: string,
  version: string,
  { api = owner.api, to = project, bytes = archive }: { api?: ApiClient; to?: { id: number }; bytes?: Buffer } = {},
) =>
  api.send('PUT', `${below(name, to)}/${version}/file`, bytes, {
    headers: { 'Content-Type': 'application/octet-stream' },
  });

const read = (path: string, token = owner.token) => app.anonymous.get(path, { headers: bearer(token) });
const addressOf = async (name: string, version: string, token = owner.token) =>
  (await read(registry(name, `/${version}/download`), token)).headers.get('x-terraform-get')!;

describe('GET /.well-known/terraform.json', () => {
  it('names the registry', async () => {
    expect(await app.anonymous.get('/.well-known/terraform.json')).toMatchObject({
      status: 200,
      body: { 'modules.v1': '/api/v4/packages/terraform/modules/v1/' },
    });
  });
});

describe('PUT /projects/:id/packages/terraform/modules/:name/:system/:version/file', () => {
  it('publishes a version once', async () => {
    const name = unique('vpc');

    expect(await publish(name, '1.0.0')).toMatchObject({ status: 201, body: { message: '201 Created' } });
    expect(await publish(name, '1.0.0', { bytes: aZip([{ name: 'main.tf', text: '' }]) })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Package version already exists.' },
    });
    const [found] = (await owner.api.get(`projects/${project.id}/packages?package_name=${name}`)).body;
    expect(found).toMatchObject({
      name: `${name}/aws`,
      version: '1.0.0',
      package_type: 'terraform_module',
      _links: { web_path: `/${project.path_with_namespace}/-/terraform_module_registry/${found.id}` },
    });
    expect((await owner.api.get(`projects/${project.id}/packages/${found.id}/package_files`)).body).toHaveLength(1);
  });

  it('lets one of parallel uploads win', async () => {
    const name = unique('race');
    const bytes = await Promise.all(Array.from({ length: 20 }, (_, n) => aTarGz({ 'main.tf': `# ${n}` })));
    const statuses = (await Promise.all(bytes.map((one) => publish(name, '1.0.0', { bytes: one })))).map(
      ({ status }) => status,
    );

    expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 403)]);
  });

  it('refuses a module that another project of the namespace has; one of parallel uploads wins', async () => {
    const name = unique('taken');
    const subgroup = await aGroup(owner.api, { parent_id: group.id });
    const other = await aProject(owner.api, { namespace_id: subgroup.id });
    const foreign = await aProject(owner.api);
    const answers = await Promise.all([publish(name, '1.0.0'), publish(name, '1.0.1', { to: other })]);
    const refused = answers.find(({ status }) => status !== 201);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403]);
    expect(refused?.body).toEqual({
      message: '403 Forbidden - A module with the same name already exists in the namespace.',
    });
    expect((await publish(name, '1.0.0', { to: foreign })).status).toBe(201);
    expect(foreign.id).not.toBe(other.id);
  });

  it.each([
    ['a%2Fb/aws/1.0.0', ['name']],
    ['vpc/AWS/1.0.0', ['system']],
    ['vpc/aws/v1.0.0', ['version']],
    ['vpc/aws/1.0', ['version']],
    ['..%2F/a%00/x', []],
  ])('answers 400 for %s', async (path, fields) => {
    const answer = await owner.api.send(
      'PUT',
      `projects/${project.id}/packages/terraform/modules/${path}/file`,
      archive,
    );

    expect(answer.status).toBe(400);
    fields.forEach((field) => expect(answer.body.message[field]).toEqual(['is invalid']));
  });

  it('refuses what is no archive, too large, or not allowed, and stores nothing', async () => {
    const [reporter, developer] = [
      await aMember(app, { project }, REPORTER),
      await aMember(app, { project }, DEVELOPER),
    ];
    const name = unique('refused');
    const archived = await aProject(owner.api, { namespace_id: group.id });
    await owner.api.post(`projects/${archived.id}/archive`);

    expect((await publish(name, '1.0.0', { bytes: Buffer.from('hello') })).status).toBe(400);
    expect((await publish(name, '1.0.0', { bytes: Buffer.alloc(0) })).status).toBe(400);
    expect(await publish(name, '1.0.0', { bytes: Buffer.alloc(5001) })).toMatchObject({
      status: 400,
      body: { message: '400 Bad request - File is too large' },
    });
    expect((await publish(name, '1.0.0', { api: app.anonymous })).status).toBe(401);
    expect((await publish(name, '1.0.0', { api: reporter.api })).status).toBe(403);
    expect((await publish(name, '1.0.0', { to: archived })).status).toBe(403);
    expect((await publish(name, '1.0.0', { api: developer.api })).status).toBe(201);
  });
});

describe('the registry of modules', () => {
  const name = unique('read');
  beforeAll(async () => {
    for (const version of ['1.2.0', '1.10.0', '2.0.0-rc.1']) {
      await publish(name, version);
    }
  });

  it('lists versions in their order', async () => {
    expect(await read(registry(name, '/versions'))).toMatchObject({
      status: 200,
      body: { modules: [{ versions: [{ version: '1.2.0' }, { version: '1.10.0' }, { version: '2.0.0-rc.1' }] }] },
    });
    expect((await read(registry('unknown', '/versions'))).status).toBe(404);
  });

  it('describes the newest version, or one', async () => {
    const newest = (await read(registry(name))).body;

    expect(newest).toEqual({
      name: `${name}/aws`,
      provider: 'aws',
      providers: ['aws'],
      root: { dependencies: [] },
      source: `${app.url}/${project.path_with_namespace}`,
      submodules: [],
      version: '1.10.0',
      versions: ['1.2.0', '1.10.0', '2.0.0-rc.1'],
    });
    expect((await read(registry(name, '/1.2.0'))).body).toMatchObject({ version: '1.2.0' });
    expect((await read(registry(name, '/3.0.0'))).status).toBe(404);
  });

  it('leads to the archive, which is downloaded by the token alone', async () => {
    const newest = await read(registry(name, '/download'));
    const answer = await read(registry(name, '/1.10.0/download'));
    const address = answer.headers.get('x-terraform-get')!;
    const file = await app.anonymous.get(address);

    expect(newest.status).toBe(302);
    expect(newest.headers.get('location')).toBe(`${app.url}/api/v4/${registry(name, '/1.10.0/download')}`);
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(address).toMatch(/^http:.*\/1\.10\.0\/file\?token=[\w.-]+&archive=tgz$/);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-length')).toBe(String(archive.length));
    expect((await app.anonymous.get(address.replace(/token=.*&/, ''))).status).toBe(401);
    expect((await app.anonymous.get(address.replace('1.10.0/file', '1.2.0/file'))).status).toBe(401);
    expect((await app.anonymous.get(address.replace('token=', 'token=x'))).status).toBe(401);
    expect((await read(registry(name, '/1.10.0/file'))).status).toBe(200);
  });

  it('binds the token to its caller', async () => {
    const [first, second] = [await aMember(app, { project }, REPORTER), await aMember(app, { project }, REPORTER)];
    const address = await addressOf(name, '1.2.0', first.token);

    expect((await app.anonymous.get(address, { headers: bearer(first.token) })).status).toBe(200);
    expect((await app.anonymous.get(address, { headers: bearer(second.token) })).status).toBe(401);
    await owner.api.delete(`projects/${project.id}/members/${first.id}`);
    expect((await app.anonymous.get(address)).status).toBe(404);
    await app.admin.post(`users/${first.id}/block`);
    expect((await app.anonymous.get(address)).status).toBe(403);
  });

  it('ends the token after five minutes', async () => {
    const address = await addressOf(name, '1.2.0');
    const now = app.app.get(Clock).now();
    const clock = jest.spyOn(app.app.get(Clock), 'now').mockReturnValue(new Date(now.getTime() + 301_000));
    const late = await app.anonymous.get(address);
    clock.mockRestore();

    expect(late.status).toBe(401);
    expect((await app.anonymous.get(address)).status).toBe(200);
  });

  it('says archive=zip for zip files', async () => {
    await publish('zipped', '1.0.0', { bytes: aZip([{ name: 'main.tf', text: '' }]) });

    expect(await addressOf('zipped', '1.0.0')).toMatch(/&archive=zip$/);
  });

  it('hides modules from those who do not see the project', async () => {
    const stranger = await aUser(app);
    const hidden = await read(registry(name, '/versions'), stranger.token);
    const missing = await read(registry('missing', '/versions'), stranger.token);

    expect(hidden.status).toBe(404);
    expect(hidden.text).toBe(missing.text);
    expect((await app.anonymous.get(registry(name, '/versions'))).status).toBe(401);
    expect((await app.anonymous.get(registry('missing', '/versions'))).status).toBe(401);
    expect((await read(registry(name, '/versions'), 'wrong')).status).toBe(401);
  });

  it('redirects from the project to the file', async () => {
    const newest = await read(below(name));
    const one = await read(`${below(name)}/1.2.0`);

    expect(newest.status).toBe(302);
    expect(newest.headers.get('location')).toContain(`${below(name)}/1.10.0/file?token=`);
    expect((await app.anonymous.get(one.headers.get('location')!)).status).toBe(200);
    expect((await read(`${below(name)}/9.9.9`)).status).toBe(404);
  });

  it('refuses to restore a module that another project of the namespace has published meanwhile', async () => {
    const name = unique('moved');
    const other = await aProject(owner.api, { namespace_id: group.id });
    await publish(name, '1.0.0');
    const [{ id }] = (await owner.api.get(`projects/${project.id}/packages?package_name=${name}`)).body;
    await owner.api.delete(`projects/${project.id}/packages/${id}`);
    await publish(name, '2.0.0', { to: other });
    const restore = () => owner.api.post(`projects/${project.id}/packages/${id}/restore`);

    expect(await restore()).toMatchObject({ status: 409, body: { message: '409 Conflict - the version exists' } });
    expect((await read(registry(name, '/versions'))).body.modules[0].versions).toEqual([{ version: '2.0.0' }]);

    const [held] = (await owner.api.get(`projects/${other.id}/packages?package_name=${name}`)).body;
    await owner.api.delete(`projects/${other.id}/packages/${held.id}`);
    expect((await restore()).status).toBe(200);
  });

  it('lists modules in projects, never in groups, and not once they are deleted', async () => {
    const gone = unique('gone');
    await publish(gone, '1.0.0');
    const [found] = (await owner.api.get(`projects/${project.id}/packages?package_name=${gone}`)).body;
    const ofGroup = (await owner.api.get(`groups/${group.id}/packages?package_name=${gone}`)).body;
    await owner.api.delete(`projects/${project.id}/packages/${found.id}`);

    expect(ofGroup).toEqual([]);
    expect((await read(registry(gone, '/versions'))).status).toBe(404);
    expect((await publish(gone, '1.0.0')).status).toBe(201);
  });
});
