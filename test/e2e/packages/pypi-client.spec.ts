import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aGroup, aProject, aUser, unique } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { commandsIn, runShell } from '../../support/doc-commands.js';
import type { ShellAnswer } from '../../support/doc-commands.js';

const PAGE = 'docs/packages/pypi.md';
const SET_UP = commandsIn(PAGE, 'Set up');
const PUBLISH = `${SET_UP}\n${commandsIn(PAGE, 'Publish')}`;
const INSTALL = `${SET_UP}\n${commandsIn(PAGE, 'Install')}`;
const WHEEL = path.resolve('test/support/python-wheel.py');
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
  work = await mkdtemp(path.join(tmpdir(), 'slipway-pypi-'));
});
afterAll(async () => {
  await app.close();
  await rm(work, { recursive: true, force: true });
});

async function aFolder(): Promise<string> {
  const folder = path.join(work, unique('folder'));
  await mkdir(folder);
  return folder;
}

/** Runs commands of Debian's Python; what pip installs goes to `target` in the folder. */
const python = (cwd: string, commands: string, { name = '', token = user.token } = {}): Promise<ShellAnswer> =>
  runShell(commands, {
    cwd,
    env: {
      PATH: '/usr/bin:/bin',
      HOME: work,
      PIP_TARGET: path.join(cwd, 'target'),
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
      PIP_NO_INPUT: '1',
      PIP_NO_CACHE_DIR: '1',
      PIP_RETRIES: '0',
      WHEEL,
      SLIPWAY: app.url,
      PROJECT: String(project.id),
      TOKEN: token,
      NAME: name,
    },
  });

/** A folder with a wheel in `dist`, as a build leaves it. */
async function built(name: string, ...requirements: string[]): Promise<string> {
  const cwd = await aFolder();
  const wanted = requirements.map((one) => `'${one}'`).join(' ');
  expect(await python(cwd, `/usr/bin/python3 "$WHEEL" dist "$NAME" 1.0 ${wanted}`, { name })).toMatchObject(DONE);
  return cwd;
}

async function published(name: string, ...requirements: string[]): Promise<string> {
  const cwd = await built(name, ...requirements);
  expect(await python(cwd, PUBLISH)).toMatchObject(DONE);
  return cwd;
}

const installedIn = (cwd: string, name: string) =>
  readFile(path.join(cwd, 'target', `${name.replaceAll('-', '_')}.py`), 'utf8');

describe('twine and pip', () => {
  it('publish packages and install them with all that they depend on', async () => {
    const [deep, middle, top] = [unique('deep'), unique('Middle'), unique('top')];
    await published(deep);
    await published(middle, `${deep}>=1.0`);
    await published(top, middle.toLowerCase());
    const cwd = await aFolder();

    expect(await python(cwd, INSTALL, { name: top })).toMatchObject(DONE);

    for (const name of [deep, middle, top]) {
      expect(await installedIn(cwd, name)).toContain(name);
    }
  });

  it('install from a group, and only the bytes whose digest the index tells', async () => {
    const name = unique('shared');
    await published(name);
    const cwd = await aFolder();
    const ofGroup = `${SET_UP}\nexport PIP_INDEX_URL="\${PIP_INDEX_URL/projects*/groups/${group.id}/-/packages/pypi/simple}"`;

    expect(await python(cwd, `${ofGroup}\npip install "$NAME"`, { name })).toMatchObject(DONE);
    expect(await installedIn(cwd, name)).toContain(name);
    const wrong = await python(
      cwd,
      `${SET_UP}\necho "$NAME==1.0 --hash=sha256:${'0'.repeat(64)}" > wanted.txt\npip install --upgrade -r wanted.txt`,
      { name },
    );
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain('DO NOT MATCH THE HASHES');
  });

  it('are told why when the file exists', async () => {
    const cwd = await published(unique('twice'));

    const again = await python(cwd, PUBLISH.replace('twine upload', 'twine upload --verbose'));

    expect(again.code).toBe(1);
    expect(again.output).toContain('400 Bad Request');
    expect(again.output).toContain('has already been taken');
  });

  it('are refused with a wrong token, and by a project that the user may not see', async () => {
    const name = unique('refused');
    const cwd = await built(name);
    const stranger = await aUser(app);

    expect((await python(cwd, PUBLISH, { token: 'wrong' })).output).toContain('401 Unauthorized');
    expect((await python(cwd, PUBLISH, { token: stranger.token })).output).toContain('404 Not Found');
    expect((await python(cwd, INSTALL, { name, token: 'wrong' })).code).toBe(1);
    expect((await python(cwd, INSTALL, { name })).output).toContain('No matching distribution found');
  });
});
