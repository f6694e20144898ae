import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient, remoteOf } from '../../support/git.js';

let app: TestApp;
let git: GitClient;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp();
  git = await GitClient.make();
  owner = await aUser(app);
});
afterAll(async () => {
  await app.close();
  await git.remove();
});

const remote = (project: TestProject) =>
  remoteOf(app.url, project.path_with_namespace, { username: owner.username, secret: owner.token });

/** A clone with one commit on `main`, not yet pushed. */
async function aClone(project: TestProject, name: string): Promise<void> {
  await git.ok(['clone', remote(project), name]);
  await writeFile(path.join(git.directory, name, 'README.md'), '# Hello\n');
  await git.ok(['add', '.'], { in: name });
  await git.ok(['commit', '-m', 'First'], { in: name });
}

describe('git clone and git push of an empty project', () => {
  it('push the first commits, and clone what was pushed', async () => {
    const project = await aProject(owner.api);

    await aClone(project, 'first');
    await git.ok(['push', 'origin', 'HEAD:refs/heads/main'], { in: 'first' });
    await git.ok(['clone', remote(project), 'second']);

    expect(await git.ok(['log', '--format=%s'], { in: 'second' })).toBe('First');
    expect(await git.ok(['branch', '--show-current'], { in: 'second' })).toBe('main');
    expect((await owner.api.get(`projects/${project.id}`)).body).toMatchObject({
      empty_repo: false,
      default_branch: 'main',
    });
    expect((await owner.api.get(`projects/${project.id}/repository/branches`)).body).toMatchObject([
      { name: 'main', default: true, protected: true, can_push: true, commit: { title: 'First', author_name: 'Ada' } },
    ]);
    expect((await owner.api.get(`projects/${project.id}/repository/files/README.md?ref=main`)).body).toMatchObject({
      file_path: 'README.md',
      content: Buffer.from('# Hello\n').toString('base64'),
    });
  });
});
