import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { GitClient, remoteOf } from '../../support/git.js';
import { Env } from '../../../src/platform/config/env.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

let app: TestApp;
let git: GitClient;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ env: { GIT_MAX_PROCESSES: '3' } });
  git = await GitClient.make();
});
beforeEach(async () => {
  owner = await aUser(app);
  project = await aProject(owner.api, {});
  await aCommit(owner.api, project, { 'a.txt': 'one\n' });
  await app.drainJobs(); // what follows a commit reads as well
  await pack(project);
});
afterAll(async () => {
  await git.remove();
  await app.close();
});

/** Only what lies in a pack is read by a child. */
async function pack({ id }: TestProject): Promise<void> {
  const [row] = await app.sql<{ relative_path: string }>(
    'select relative_path from repositories where project_id = $1',
    [id],
  );
  const gitDir = path.join(app.app.get(Env).storages.get('default')!, row!.relative_path);
  await git.ok(['--git-dir', gitDir, 'repack', '-a', '-d', '-q']);
}

const at = (rest: string, of = project) => `projects/${of.id}/repository/${rest}`;
const raw = async (ref: string, of = project) => (await owner.api.get(at(`files/a.txt/raw?ref=${ref}`, of))).text;

/** Children that read objects, of this program only. */
async function readers(): Promise<number[]> {
  const { dataDir } = app.app.get(Env);
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter((_, index) => {
    const command = commands[index] ?? '';
    return command.includes(dataDir) && command.includes('cat-file');
  });
}

describe('WarmReaders', () => {
  it('reuse a child for the next reading of the same repository', async () => {
    await raw('main');
    const first = await readers();
    await raw('main');
    await owner.api.get(at('commits'));

    expect(first).not.toEqual([]);
    expect(await readers()).toEqual(first);
  });

  it('read at once what commits and pushes have changed', async () => {
    expect(await raw('main')).toBe('one\n');
    await owner.api.post(at('commits'), {
      branch: 'main',
      commit_message: 'Two',
      actions: [{ action: 'update', file_path: 'a.txt', content: 'two\n' }],
    });
    expect(await raw('main')).toBe('two\n');
    await owner.api.post(at('tags'), { tag_name: 'v1', ref: 'main' });
    expect(await raw('v1')).toBe('two\n');

    const token = (await app.admin.post(`users/${owner.id}/personal_access_tokens`, { name: 'git', scopes: ['api'] }))
      .body.token;
    const remote = remoteOf(app.url, project.path_with_namespace, { username: owner.username, secret: token });
    await git.ok(['clone', '-q', remote, 'work']);
    await git.ok(['commit', '-q', '--amend', '-m', 'Moved'], { in: 'work' });
    await git.ok(['push', '-q', 'origin', 'HEAD:refs/heads/side', ':refs/tags/v1'], { in: 'work' });
    const id = await git.ok(['rev-parse', 'HEAD'], { in: 'work' });
    expect((await owner.api.get(at('commits/side'))).body).toMatchObject({ id, title: 'Moved' });
    expect((await owner.api.get(at(`commits/${id.slice(0, 9)}`))).body.id).toBe(id);
    expect((await owner.api.get(at('commits/v1'))).status).toBe(404);
  });

  it('end a child when another needs its slot, and when it is idle', async () => {
    const others = await Promise.all([1, 2, 3, 4].map(() => aProject(owner.api, {})));
    for (const other of others) {
      await aCommit(owner.api, other, { 'a.txt': `of ${other.id}\n` });
      await pack(other);
    }
    const texts = await Promise.all([...others, ...others].map((other) => raw('main', other)));
    expect(texts).toEqual([...others, ...others].map(({ id }) => `of ${id}\n`));
    expect((await readers()).length).toBeLessThanOrEqual(3);

    await until(async () => (await readers()).length === 0);
  });

  it('do not reuse a child that was killed', async () => {
    await raw('main');
    const [pid] = await readers();
    expect(pid).toBeGreaterThan(0); // 0 would be this very test and all around it
    process.kill(pid!, 'SIGKILL');
    while ((await readers()).includes(pid!)) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await new Promise((resolve) => setTimeout(resolve, 100));

    expect(await raw('main')).toBe('one\n');
  });

  it.each(['x blob 5', 'main blob 0', 'x missing', `${'a'.repeat(40)} commit 3`, 'x ambiguous'])(
    'are not misled by the name %j',
    async (name) => {
      const ref = encodeURIComponent(name);

      expect((await owner.api.get(at(`commits/${ref}`))).status).toBe(404);
      expect((await owner.api.get(at(`files/a.txt?ref=${ref}`))).status).toBe(404);
      expect(await raw('main')).toBe('one\n');
    },
  );
});
