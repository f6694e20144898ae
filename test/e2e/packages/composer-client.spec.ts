import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { aCommit } from '../../builders/repositories.js';
import { aGroup, aProject, aUser } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { aZip } from '../../builders/zips.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { blocksOf } from '../../support/documented.js';

const run = promisify(execFile);
let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
let work: string;
let sha: string;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  group = await aGroup(owner.api);
  project = await aProject(owner.api, { namespace_id: group.id });
  work = await mkdtemp(path.join(tmpdir(), 'slipway-composer-'));
  sha = await aCommit(owner.api, project, { 'composer.json': '{"name":"acme/lib"}', 'lib.php': '<?php // 1.0\n' });
  await owner.api.post(`projects/${project.id}/repository/tags`, { tag_name: 'v1.0.0', ref: 'main' });
  await writeFile(path.join(work, 'lib.zip'), aZip([{ name: 'lib/composer.json', text: '{"name":"acme/lib"}' }]));
});
afterAll(async () => {
  await app.close();
  await rm(work, { recursive: true, force: true });
});

/** The documented commands of a block, in a new project. */
async function follow(block: number, directory: string, token = owner.token): Promise<string> {
  const here = {
    'https://slipway.example.com': app.url,
    'slipway.example.com': new URL(app.url).host,
    'projects/42': `projects/${project.id}`,
    'group/7': `group/${group.id}`,
  };
  const commands = (await blocksOf('packages/composer.md', 'sh', here))[block] ?? '';
  const env = {
    ...process.env,
    TOKEN: token,
    COMPOSER_HOME: path.join(work, 'home'),
    COMPOSER_NO_INTERACTION: '1',
    COMPOSER_ALLOW_SUPERUSER: '1',
  };
  const { stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: directory,
    env,
    timeout: 200_000,
  });
  return stdout + stderr;
}

async function aPhpProject(): Promise<string> {
  const directory = await mkdtemp(path.join(work, 'project-'));
  const settings = { 'secure-http': false };
  await writeFile(
    path.join(directory, 'composer.json'),
    JSON.stringify({ config: settings, repositories: { 'packagist.org': false } }),
  );
  return directory;
}

describe('composer', () => {
  it('installs what tags, branches and uploads give', async () => {
    await follow(0, work);
    await follow(1, work);
    const directory = await aPhpProject();
    await follow(2, directory);
    const lock = JSON.parse(await readFile(path.join(directory, 'composer.lock'), 'utf8')) as { packages: unknown[] };

    expect(await readFile(path.join(directory, 'vendor/acme/lib/lib.php'), 'utf8')).toBe('<?php // 1.0\n');
    expect(lock.packages).toMatchObject([{ name: 'acme/lib', version: '1.0.0', dist: { reference: sha } }]);
    const listed = (await owner.api.get(`projects/${project.id}/packages?order_by=version`)).body;
    expect(listed).toMatchObject([{ version: '1.0.0' }, { version: '3.0.0' }, { version: 'dev-main' }]);
  }, 240_000);

  it('reports a wrong token', async () => {
    await expect(follow(2, await aPhpProject(), 'wrong')).rejects.toMatchObject({
      stderr: expect.stringMatching(/401|credentials/i),
    });
  }, 240_000);

  it('reports a version that exists when it is uploaded again', async () => {
    await expect(follow(1, work)).rejects.toMatchObject({ stderr: expect.stringContaining('409') });
  });
});
