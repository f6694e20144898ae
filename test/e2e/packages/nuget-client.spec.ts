import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { aNupkg } from '../../builders/nuget.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { blocksOf } from '../../support/documented.js';

const run = promisify(execFile);
/** The client of .NET Framework, which Mono runs. */
const NUGET = createRequire(import.meta.url).resolve('nuget-exe');
const CLIENT_BLOCK = 1;

let app: TestApp;
let owner: TestUser;
let project: TestProject;
let work: string;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  project = await aProject(owner.api, { visibility: 'private' });
  work = await mkdtemp(path.join(tmpdir(), 'slipway-nuget-'));
  await mkdir(path.join(work, 'bin'));
  await writeFile(path.join(work, 'bin', 'nuget'), `#!/bin/sh\nexec mono '${NUGET}' "$@" -NonInteractive\n`, {
    mode: 0o700,
  });
  const dependency = '<dependencies><dependency id="Tool.Base" version="1.0.0"/></dependencies>';
  await writeFile(path.join(work, 'Tool.Base.1.0.0.nupkg'), aNupkg({ id: 'Tool.Base', version: '1.0.0' }));
  await writeFile(
    path.join(work, 'Tool.Core.1.2.0.nupkg'),
    aNupkg({ id: 'Tool.Core', version: '1.2.0', inner: dependency }),
  );
});
afterAll(async () => {
  await app.close();
  await rm(work, { recursive: true, force: true });
});

/** Runs commands with a home of their own, where the client keeps its sources and packages. */
async function shell(home: string, commands: string, token = owner.token): Promise<string> {
  await mkdir(path.join(work, home), { recursive: true });
  const env = {
    PATH: `${path.join(work, 'bin')}:${process.env.PATH ?? ''}`,
    HOME: path.join(work, home),
    BASE_URL: app.url,
    PROJECT_ID: String(project.id),
    TOKEN: token,
  };
  const { stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: work,
    env,
    timeout: 200_000,
  });
  return stdout + stderr;
}
/** The documented commands: the source, publishing, installing. */
const documented = async () => (await blocksOf('packages/nuget.md', 'sh'))[CLIENT_BLOCK] ?? '';
const addSource = async () => (await documented()).split('nuget push')[0] ?? '';

describe('nuget', () => {
  it('publishes, finds and installs a package with its dependency, and deletes it', async () => {
    await shell('other', `${await addSource()} nuget push Tool.Base.1.0.0.nupkg -Source slipway`);

    await shell('publisher', await documented());
    const found = await shell('publisher', 'nuget search tool -Source slipway');
    await shell('publisher', 'nuget delete Tool.Core 1.2.0 -Source slipway');

    expect(found).toMatch(/> Tool\.Base \| 1\.0\.0[\s\S]*> Tool\.Core \| 1\.2\.0/);
    for (const name of ['Tool.Core.1.2.0', 'Tool.Base.1.0.0']) {
      await expect(access(path.join(work, name, `${name}.nupkg`))).resolves.toBeUndefined();
    }
    expect((await owner.api.get(`projects/${project.id}/packages`)).body).toMatchObject([{ name: 'Tool.Base' }]);
  }, 180_000);

  it('reports a wrong token', async () => {
    const pushing = shell('intruder', `${await addSource()} nuget push Tool.Base.1.0.0.nupkg -Source slipway`, 'wrong');

    await expect(pushing).rejects.toMatchObject({ stderr: expect.stringContaining('401 (Unauthorized)') });
  }, 240_000);

  it('reports a version that exists where duplicates are refused', async () => {
    await shell('again', `${await addSource()} nuget push Tool.Base.1.0.0.nupkg -Source slipway`);
    const settings = { nuget_duplicates_allowed: false };
    await owner.api.put(`projects/${project.id}/packages/settings`, settings);

    await expect(shell('again', 'nuget push Tool.Base.1.0.0.nupkg -Source slipway')).rejects.toMatchObject({
      stderr: expect.stringContaining('409 (Conflict)'),
    });
  }, 240_000);
});
