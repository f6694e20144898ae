import { execFile, spawnSync } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { aGroup, aProject, aUser } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { aTarGz } from '../../builders/tars.js';
import { aZip } from '../../builders/zips.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

const run = promisify(execFile);
const isInstalled = spawnSync('terraform', ['version']).status === 0;
const HOST = 'modules.example.com';

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
let folder: string;
beforeAll(async () => {
  if (!isInstalled) {
    console.error('terraform is not installed: its requests are in terraform.spec.ts, the program itself was not run.');
  }
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  group = await aGroup(owner.api);
  project = await aProject(owner.api, { namespace_id: group.id });
});
afterAll(() => app.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'slipway-terraform-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** `terraform get` of one module, with this token; the host is found by configuration, since discovery wants HTTPS. */
async function get(source: string, version: string, token: string) {
  const config = path.join(folder, 'terraformrc');
  const services = `{ "modules.v1" = "${app.url}/api/v4/packages/terraform/modules/v1/" }`;
  await writeFile(
    config,
    `host "${HOST}" {\n  services = ${services}\n}\ncredentials "${HOST}" {\n  token = "${token}"\n}\n`,
  );
  await writeFile(
    path.join(folder, 'main.tf'),
    `module "m" {\n  source = "${HOST}/${group.path}/${source}/local"\n  version = "${version}"\n}\n`,
  );
  const env = { PATH: process.env.PATH, HOME: folder, TF_CLI_CONFIG_FILE: config, CHECKPOINT_DISABLE: '1' };
  return run('terraform', ['get', '-no-color'], { cwd: folder, env, timeout: 150_000 });
}

const publish = (name: string, version: string, bytes: Buffer) =>
  owner.api.send('PUT', `projects/${project.id}/packages/terraform/modules/${name}/local/${version}/file`, bytes, {
    headers: { 'Content-Type': 'application/octet-stream' },
  });
const installed = (file: string) => readFile(path.join(folder, '.terraform/modules/m', file), 'utf8');
/** Not in Debian: where it is absent its requests are tested in terraform.spec.ts alone, and the output says so. */
const describeInstalled = isInstalled ? describe : describe.skip;

describeInstalled('terraform get', () => {
  it('installs the version that fits, out of a tgz and out of a zip', async () => {
    await publish('network', '1.0.0', await aTarGz({ 'main.tf': '# first' }));
    await publish('network', '1.4.0', await aTarGz({ 'main.tf': '# second' }));
    await publish('network', '2.0.0', await aTarGz({ 'main.tf': '# third' }));
    await publish('zipped', '1.0.0', aZip([{ name: 'main.tf', text: '# zipped' }]));

    await get('network', '~> 1.0', owner.token);
    expect(await installed('main.tf')).toBe('# second');
    await rm(path.join(folder, '.terraform'), { recursive: true });
    await get('zipped', '1.0.0', owner.token);
    expect(await installed('main.tf')).toBe('# zipped');
  });

  it('says what is wrong with a token, a version, and a module', async () => {
    await publish('wrong', '1.0.0', await aTarGz({ 'main.tf': '' }));

    await expect(get('wrong', '1.0.0', 'no-token')).rejects.toThrow(/unauthori[sz]ed|401/i);
    await expect(get('wrong', '9.0.0', owner.token)).rejects.toThrow(/no available|unresolvable/i);
    await expect(get('unknown', '1.0.0', owner.token)).rejects.toThrow(/not found/i);
    await expect(access(path.join(folder, '.terraform/modules/m'))).rejects.toThrow('ENOENT');
  });
});
