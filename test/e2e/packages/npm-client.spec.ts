import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aGroup, aProject, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { commandsIn, runShell } from '../../support/doc-commands.js';
import type { ShellAnswer } from '../../support/doc-commands.js';

const PAGE = 'docs/packages/npm.md';
const SET_UP = commandsIn(PAGE, 'Set up');
const DONE = { code: 0 };

let app: TestApp;
let user: TestUser;
let group: TestGroup;
let project: TestProject;
let work: string;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  user = await aUser(app);
  group = await aGroup(user.api);
  project = await aProject(user.api, { namespace_id: group.id });
  work = await mkdtemp(path.join(tmpdir(), 'slipway-npm-'));
});
afterAll(async () => {
  await app.close();
  await rm(work, { recursive: true, force: true });
});

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Folder {
  readonly cwd: string;
  readonly manifest: Manifest;
}

/** A folder of a package, with the configuration that the page tells to make. */
async function aFolder(manifest: Manifest, token = user.token): Promise<Folder> {
  const cwd = path.join(work, unique('folder'));
  await mkdir(cwd);
  await writeFile(path.join(cwd, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }));
  await writeFile(path.join(cwd, 'index.js'), `module.exports = ${JSON.stringify(manifest.name)};\n`);
  const folder = { cwd, manifest };
  expect(await npm(folder, SET_UP, token)).toMatchObject(DONE);
  return folder;
}

/** Runs commands of npm with a home and a cache of their own. */
const npm = ({ cwd, manifest }: Folder, commands: string, token = user.token): Promise<ShellAnswer> =>
  runShell(commands, {
    cwd,
    env: {
      HOME: work,
      npm_config_cache: path.join(work, 'cache'),
      npm_config_update_notifier: 'false',
      SLIPWAY: app.url,
      PROJECT: String(project.id),
      TOKEN: token,
      NAME: manifest.name,
    },
  });

async function published(manifest: Manifest): Promise<Folder> {
  const folder = await aFolder(manifest);
  expect(await npm(folder, commandsIn(PAGE, 'Publish'))).toMatchObject(DONE);
  return folder;
}

describe('npm', () => {
  it('publishes packages and installs them with all that they depend on', async () => {
    const [deep, middle, top] = [unique('deep'), `@scope/${unique('middle')}`, unique('top')];
    await published({ name: deep });
    await published({ name: middle, dependencies: { [deep]: '^1.0.0' } });
    await published({ name: top, dependencies: { [middle]: '*' } });
    const consumer = await aFolder({ name: 'consumer' });

    const installed = await npm({ ...consumer, manifest: { name: top } }, commandsIn(PAGE, 'Install'));

    expect(installed).toMatchObject(DONE);
    expect(installed.output).toContain('found 0 vulnerabilities');
    for (const name of [deep, middle, top]) {
      expect(await readFile(path.join(consumer.cwd, 'node_modules', name, 'index.js'), 'utf8')).toContain(name);
    }
    expect(await npm(consumer, 'rm -rf node_modules && npm ci && npm audit')).toMatchObject(DONE);
  });

  it('installs from the group and the instance by scope', async () => {
    const name = `@${group.path}/${unique('shared')}`;
    await published({ name });

    for (const prefix of [`groups/${group.id}/-/packages`, 'packages']) {
      const consumer = await aFolder({ name: 'consumer' });
      const configure = `npm config set --location=project registry "$SLIPWAY/api/v4/${prefix}/npm/"`;
      expect(await npm({ ...consumer, manifest: { name } }, `${configure}\nnpm install "$NAME"`)).toMatchObject(DONE);
      expect(await readFile(path.join(consumer.cwd, 'node_modules', name, 'index.js'), 'utf8')).toContain(name);
    }
  });

  it('sets and removes dist-tags, and deprecates', async () => {
    const folder = await published({ name: unique('tagged') });
    const consumer = await aFolder({ name: 'consumer' });

    const changed = await npm(folder, commandsIn(PAGE, 'Dist-tags and deprecation'));
    const installed = await npm({ ...consumer, manifest: folder.manifest }, 'npm install "$NAME"');

    expect(changed).toMatchObject(DONE);
    expect(changed.output).toContain('stable: 1.0.0');
    expect(installed.output).toContain('Use version 2.');
    expect((await npm(folder, 'npm dist-tag ls "$NAME"')).output.trim()).toBe('latest: 1.0.0');
    expect(await npm(folder, 'npm dist-tag rm "$NAME" latest')).toMatchObject({ code: 1 });
  });

  it('refuses to unpublish, and keeps the version', async () => {
    const folder = await published({ name: unique('kept') });

    for (const command of ['npm unpublish "$NAME@1.0.0" --force', 'npm unpublish "$NAME" --force']) {
      const refused = await npm(folder, command);
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.output).toContain('npm unpublish is not offered');
    }
    expect((await npm(folder, 'npm view "$NAME" version')).output.trim()).toBe('1.0.0');
  });

  it('tells who it is, pings and searches', async () => {
    const folder = await published({ name: unique('found') });

    expect((await npm(folder, 'npm whoami')).output.trim()).toBe(user.username);
    expect(await npm(folder, 'npm ping')).toMatchObject(DONE);
    expect((await npm(folder, 'npm search "$NAME"')).output).toContain(folder.manifest.name);
    expect((await npm(folder, 'npm view "$NAME" dist.tarball')).output).toContain(app.url);
  });

  it('is told why when the version exists', async () => {
    const folder = await published({ name: unique('twice') });

    const again = await npm(folder, 'npm publish --tag again --force');

    expect(again.code).toBe(1);
    expect(again.output).toContain('Package already exists.');
  });

  it('is refused with a wrong token, and by a project that it may not see', async () => {
    const name = unique('refused');
    const stranger = await aUser(app);
    const wrong = await aFolder({ name }, 'wrong');
    const foreign = await aFolder({ name }, stranger.token);

    expect((await npm(wrong, 'npm publish')).output).toContain('E401');
    expect((await npm(foreign, 'npm publish')).output).toContain('E404');
    expect((await npm(wrong, 'npm install anything')).output).toContain('E401');
  });
});
