import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { relativePathOf } from '../../../src/modules/repositories/storages/repository-paths.js';
import { Env } from '../../../src/platform/config/env.js';
import { aProject } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { ADMIN_TOKEN, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const BASIC = { headers: { Authorization: `Basic ${Buffer.from(`root:${ADMIN_TOKEN}`).toString('base64')}` } };

describe('the first write to a repository', () => {
  it('removes what an earlier one left that was killed while it made the directory', async () => {
    const project = await aProject(app.admin);
    const { dataDir } = app.app.get(Env, { strict: false });
    const directory = path.join(dataDir, 'repositories', relativePathOf({ projectId: project.id }, 'code'));
    await mkdir(path.join(`${directory}.new-Ab12Cd`, 'refs'), { recursive: true });
    await writeFile(path.join(`${directory}.new-Ab12Cd`, 'HEAD'), 'ref: refs/he');

    await aCommit(app.admin, project, { a: 'a\n' });

    const beside = (await readdir(path.dirname(directory))).filter((name) => name.includes('.new-'));
    expect([existsSync(path.join(directory, 'HEAD')), beside]).toEqual([true, []]);
  });

  it('succeeds for all who come at the same moment, and leaves one directory', async () => {
    const project = await aProject(app.admin);
    const { dataDir } = app.app.get(Env, { strict: false });
    const directory = path.join(dataDir, 'repositories', relativePathOf({ projectId: project.id }, 'code'));
    const branches = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { path_with_namespace: name } = project;
    const answers = await Promise.all(
      branches.map(() => app.admin.send('GET', `/${name}.git/info/refs?service=git-upload-pack`, undefined, BASIC)),
    );

    const beside = (await readdir(path.dirname(directory))).filter((each) => each.includes('.new-'));
    expect([answers.map(({ status }) => status), beside]).toEqual([branches.map(() => 200), []]);
  });
});
