import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Env } from '../../../src/platform/config/env.js';
import { ProcessIdentity } from '../../../src/modules/repositories/leases/process-identity.js';
import { RepositoryLeasesService } from '../../../src/modules/repositories/leases/repository-leases.service.js';
import { MaintainRepositoryJob } from '../../../src/modules/repositories/maintenance/maintain-repository.job.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient, remoteOf } from '../../support/git.js';
import { until } from '../../support/until.js';

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

/** Clones, each with a commit of its own on top of the same head. */
async function rivals(project: TestProject, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const name = `rival-${project.id}-${at}`;
      await git.ok(['clone', '-q', remote(project), name]);
      await git.ok(['commit', '-q', '--allow-empty', '-m', `by ${at}`], { in: name });
      return name;
    }),
  );
}

describe('git push to one branch by many at once', () => {
  it('succeeds for one; the others are refused, and the tree is complete', async () => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { a: 'a\n' });
    const names = await rivals(project, 6);
    const heads = await Promise.all(names.map((name) => git.ok(['rev-parse', 'HEAD'], { in: name })));
    const runs = await Promise.all(names.map((name) => git.run(['push', 'origin', 'HEAD:main'], { in: name })));

    const winners = names.filter((_, at) => runs[at]!.code === 0);
    expect(winners).toHaveLength(1);
    for (const { code, stderr } of runs.filter((run) => run.code !== 0)) {
      expect([code, stderr]).toEqual([1, expect.stringMatching(/fetch first|failed to update ref|cannot lock ref/)]);
    }
    const head = heads[names.indexOf(winners[0]!)]!;
    expect((await owner.api.get(`projects/${project.id}/repository/branches/main`)).body.commit.id).toBe(head);
    await git.ok(['clone', '-q', remote(project), `after-${project.id}`]);
    await git.ok(['fsck', '--strict'], { in: `after-${project.id}` });
    expect(await app.sql('select 1 from ref_intents')).toEqual([]);
  });

  it('keeps all commits, one after the other, when they are made by REST and do not conflict', async () => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { a: 'a\n' });
    const [name] = await rivals(project, 1);
    const path = `projects/${project.id}/repository/files`;
    const commits = Array.from({ length: 8 }, (_, at) =>
      owner.api.post(`${path}/f${at}`, { branch: 'main', content: 'x', commit_message: `f${at}` }),
    );
    const pushing = git.run(['push', 'origin', 'HEAD:main'], { in: name! });

    expect((await Promise.all(commits)).map(({ status }) => status)).toEqual(Array(8).fill(201));
    const { code } = await pushing;
    const { body } = await owner.api.get(`projects/${project.id}/repository/commits?per_page=100`);
    expect(body).toHaveLength(1 + 8 + (code === 0 ? 1 : 0));
  });
});

describe('RepositoryLeasesService', () => {
  it('lets a lease end that it could not give back, while it holds others', async () => {
    const project = await aProject(owner.api, { initialize_with_readme: true });
    await app.drainJobs(); // they hold leases, too
    const [row] = await app.sql<{ id: number }>('select id from repositories where project_id = $1', [project.id]);
    const lost = await app.sql<{ id: number }>(
      `insert into repository_leases (repository_id, kind, owner, expires_at)
       values ($1, 'write', $2, now() + interval '4 seconds') returning id`,
      [row!.id, app.app.get(ProcessIdentity).owner],
    );
    const held = async () => (await app.sql('select 1 from repository_leases where expires_at > now()')).length;
    const left = await app.app.get(RepositoryLeasesService).writing({ id: row!.id, snippetId: null }, async () => {
      await until(async () => (await held()) === 1);
      await sleep(5000); // the held one is renewed meanwhile
      return app.sql('select id from repository_leases where expires_at > now()');
    });
    await app.sql('delete from repository_leases where id = $1', [lost[0]!.id]);

    expect(left).toHaveLength(1);
    expect(left).not.toEqual(lost);
  });
});

describe('MaintainRepositoryJob', () => {
  it('packs a scattered repository anew, while it is read, and keeps what hidden refs hold', async () => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { a: 'a\n' });
    const [row] = await app.sql<{ id: number; relative_path: string }>(
      'select id, relative_path from repositories where project_id = $1',
      [project.id],
    );
    const gitDir = path.join(app.app.get(Env).storages.get('default')!, row!.relative_path);
    const lost = await aCommit(owner.api, project, { b: 'b\n' }, { branch: 'gone', start_branch: 'main' });
    await owner.api.delete(`projects/${project.id}/repository/branches/gone`);
    await git.ok(['clone', '-q', remote(project), 'scattered']);
    for (let count = 0; count < 32; count++) {
      await git.ok(['commit', '-q', '--allow-empty', '-m', `number ${count}`], { in: 'scattered' });
      await git.ok(['push', '-q', gitDir, 'main'], { in: 'scattered' });
      await git.ok(['--git-dir', gitDir, 'repack', '-q']);
    }
    await app.drainJobs();
    const packs = async () =>
      (await readdir(path.join(gitDir, 'objects', 'pack'))).filter((name) => name.endsWith('.pack')).length;
    const cloning = git.run(['clone', '-q', remote(project), 'meanwhile']);
    await app.app.get(MaintainRepositoryJob).perform({ repositoryId: row!.id });

    expect(await packs()).toBeLessThan(5);
    const held = execFileSync('find', [gitDir, '-type', 'f', '-printf', '%s\n'], { encoding: 'utf8' });
    const size = held.split('\n').reduce((sum, line) => sum + Number(line), 0);
    const { statistics } = (await owner.api.get(`projects/${project.id}?statistics=true`)).body;
    expect(statistics.repository_size).toBe(size);
    expect((await cloning).code).toBe(0);
    const { body } = await owner.api.get(`projects/${project.id}/repository/deleted_refs`);
    expect(body).toMatchObject([{ name: 'gone', sha: lost }]);
    const restored = await owner.api.post(`projects/${project.id}/repository/deleted_refs/${body[0].id}/restore`);
    expect(restored).toMatchObject({ status: 201, body: { name: 'gone', commit: { id: lost } } });
    await until(async () => (await app.sql('select 1 from repository_leases')).length === 0);
  });

  it('packs many refs, and none is lost', async () => {
    const project = await aProject(owner.api);
    const head = await aCommit(owner.api, project, { a: 'a\n' });
    const [row] = await app.sql<{ id: number; gitDir: string }>(
      'select id, relative_path as "gitDir" from repositories where project_id = $1',
      [project.id],
    );
    const gitDir = path.join(app.app.get(Env).storages.get('default')!, row!.gitDir);
    await git.ok(['clone', '-q', remote(project), 'many-refs']);
    const refs = Array.from({ length: 600 }, (_, at) => `HEAD:refs/heads/many/${at}`);
    await git.ok(['push', '-q', '-o', 'ci.skip', 'origin', ...refs], { in: 'many-refs' });
    await app.drainJobs();

    expect(await readdir(path.join(gitDir, 'refs', 'heads'))).toEqual([]);
    const at = `projects/${project.id}/repository`;
    const list = await owner.api.get(`${at}/branches?per_page=100&page=2`);
    expect(list.headers.get('x-total')).toBe('601');
    expect(list.body.every((branch: { commit: { id: string } }) => branch.commit.id === head)).toBe(true);
    expect((await owner.api.get(`${at}/branches/many%2F7`)).body).toMatchObject({
      merged: false,
      commit: { id: head },
    });
    expect((await owner.api.post(`${at}/branches`, { branch: 'many', ref: 'main' })).text).toBe(
      '{"message":"Branch name is invalid"}',
    );
    expect((await owner.api.post(`${at}/branches`, { branch: 'many/7/x', ref: 'main' })).text).toBe(
      '{"message":"Branch name is invalid"}',
    );
    expect((await owner.api.post(`${at}/branches`, { branch: 'many/7', ref: 'main' })).text).toBe(
      '{"message":"Branch already exists"}',
    );
    expect((await owner.api.post(`${at}/branches`, { branch: 'many/x', ref: 'main' })).status).toBe(201);
  });
});
