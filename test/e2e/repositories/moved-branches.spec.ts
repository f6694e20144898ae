import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Env } from '../../../src/platform/config/env.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit, repositoryPath } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
let owner: TestUser;
let project: TestProject;
/** A commit with the file `theirs`, on a branch beside `main`. */
let theirs: string;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await aProject(owner.api);
  await aCommit(owner.api, project, { ours: 'ours\n' });
  theirs = await aCommit(owner.api, project, { theirs: 'theirs\n' }, { branch: 'beside', start_branch: 'main' });
});

/** Changes the repository as another machine does, which this process does not notice. */
async function byAnotherMachine(...command: readonly string[]): Promise<void> {
  const [row] = await app.sql<{ relative_path: string }>(
    'select relative_path from repositories where project_id = $1',
    [project.id],
  );
  const directory = path.join(app.app.get(Env).storages.get('default')!, row!.relative_path);
  execFileSync('git', [`--git-dir=${directory}`, ...command]);
}

const commit = (action: object) =>
  owner.api.post(repositoryPath(project, 'commits'), { branch: 'main', commit_message: 'Next', actions: [action] });

describe('a commit by REST to a branch that another machine has moved since the last one', () => {
  it('builds on the commit that the branch has by now', async () => {
    await byAnotherMachine('update-ref', 'refs/heads/main', theirs);

    const { status, body } = await commit({ action: 'create', file_path: 'next', content: '' });

    expect([status, body.parent_ids]).toEqual([201, [theirs]]);
  });

  it('is judged by the files that the branch has by now', async () => {
    await byAnotherMachine('update-ref', 'refs/heads/main', theirs);

    expect(await commit({ action: 'create', file_path: 'theirs', content: '' })).toMatchObject({ status: 400 });
    expect(await commit({ action: 'update', file_path: 'theirs', content: 'changed' })).toMatchObject({ status: 201 });
  });

  it('is refused if the branch is gone', async () => {
    await byAnotherMachine('update-ref', '-d', 'refs/heads/main');

    expect(await commit({ action: 'create', file_path: 'next', content: '' })).toMatchObject({
      status: 400,
      body: { message: 'You can only create or edit files when you are on a branch' },
    });
  });
});
