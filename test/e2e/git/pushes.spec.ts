import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { IntentRecoveryService } from '../../../src/modules/repositories/pushes/intent-recovery.service.js';
import { PostReceiveService } from '../../../src/modules/repositories/pushes/post-receive.service.js';
import { REF_PUSHED } from '../../../src/modules/repositories/pushes/push.js';
import type { RefPushed } from '../../../src/modules/repositories/pushes/push.js';
import { RefIntentsRepository } from '../../../src/modules/repositories/pushes/ref-intents.repository.js';
import { RepositoriesService } from '../../../src/modules/repositories/storages/repositories.service.js';
import { Env } from '../../../src/platform/config/env.js';
import { aGroup, aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient, remoteOf } from '../../support/git.js';
import { NotedPushesModule, notedPushes } from '../../support/noted-pushes.js';
import { until } from '../../support/until.js';

const refs: RefPushed[] = [];

@Injectable()
class NoteRef {
  static readonly jobName = 'test.note-ref';
  static readonly on = [REF_PUSHED];
  perform(payload: RefPushed): Promise<void> {
    refs.push(payload);
    return Promise.resolve();
  }
}
@Module({ imports: [NotedPushesModule], providers: [NoteRef] })
class ListeningModule {}

let app: TestApp;
let git: GitClient;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp({ extraModules: [ListeningModule], env: { GIT_MAX_PUSH_BYTES: '3000000' } });
  git = await GitClient.make();
  owner = await aUser(app);
});
afterAll(async () => {
  await app.close();
  await git.remove();
});

const ZEROS = '0'.repeat(40);
async function directoryOf(project: TestProject): Promise<string> {
  const [row] = await app.sql<{ relative_path: string }>(
    'select relative_path from repositories where project_id = $1',
    [project.id],
  );
  return path.join(app.app.get(Env).storages.get('default')!, row!.relative_path);
}

const remote = (project: TestProject, user = owner) =>
  remoteOf(app.url, project.path_with_namespace, { username: user.username, secret: user.token });

let clones = 0;
/** A clone with one commit on `main` that is pushed. */
async function pushed(project: TestProject): Promise<{ name: string; commit: (text?: string) => Promise<string> }> {
  const name = `clone-${++clones}`;
  await git.ok(['init', '-q', '-b', 'main', name]);
  await git.ok(['remote', 'add', 'origin', remote(project)], { in: name });
  const commit = async (text = `change ${Math.random()}`) => {
    await writeFile(path.join(git.directory, name, 'file.txt'), `${text}\n`);
    await git.ok(['add', '.'], { in: name });
    await git.ok(['commit', '-q', '-m', text], { in: name });
    return git.ok(['rev-parse', 'HEAD'], { in: name });
  };
  await commit('First');
  await git.ok(['push', '-q', 'origin', 'main'], { in: name });
  await app.drainJobs(); // its events come before those of the next push
  return { name, commit };
}
const heads = async (project: TestProject) =>
  (await git.ok(['ls-remote', remote(project)])).split('\n').map((line) => line.split('\t')[1]);
const eventsOf = async (project: TestProject) => {
  await app.drainJobs();
  return refs.filter(({ projectId }) => projectId === project.id).map(({ body }) => body);
};
const pushesOf = async (project: TestProject) => {
  await app.drainJobs();
  return notedPushes.filter(({ projectId }) => projectId === project.id);
};

describe('git push', () => {
  it('publishes its events once, with all changes', async () => {
    const project = await aProject(owner.api, { description: 'Things' });
    const { name, commit } = await pushed(project);
    const first = await git.ok(['rev-parse', 'HEAD'], { in: name });
    const second = await commit('Second\n\nWith a body');
    await git.ok(['push', '-q', 'origin', 'main', '-o', 'ci.skip', '-o', 'ci.variable=A=b c'], { in: name });

    const [created, moved] = await eventsOf(project);
    const webUrl = `${app.url}/${project.path_with_namespace}`;
    expect(created).toMatchObject({ object_kind: 'push', before: ZEROS, after: first, total_commits_count: 1 });
    expect(moved).toEqual({
      object_kind: 'push',
      event_type: 'push',
      event_name: 'push',
      before: first,
      after: second,
      ref: 'refs/heads/main',
      ref_protected: true,
      checkout_sha: second,
      message: null,
      user_id: owner.id,
      user_name: owner.username,
      user_username: owner.username,
      user_email: `${owner.username}@example.com`,
      user_avatar: null,
      project_id: project.id,
      project: expect.objectContaining({
        id: project.id,
        web_url: webUrl,
        git_http_url: `${webUrl}.git`,
        default_branch: 'main',
        description: 'Things',
        visibility_level: 0,
        path_with_namespace: project.path_with_namespace,
      }),
      repository: expect.objectContaining({ homepage: webUrl, visibility_level: 0 }),
      commits: [
        {
          id: second,
          message: 'Second\n\nWith a body\n',
          title: 'Second',
          timestamp: expect.any(String),
          url: `${webUrl}/-/commit/${second}`,
          author: { name: 'Ada', email: 'ada@example.com' },
          added: [],
          modified: ['file.txt'],
          removed: [],
        },
      ],
      total_commits_count: 1,
    });
    expect((await pushesOf(project))[1]).toMatchObject({
      actorId: owner.id,
      source: 'push',
      refs: [{ ref: 'refs/heads/main', before: first, after: second }],
      options: ['ci.skip', 'ci.variable=A=b c'],
    });
    expect(await app.sql('select * from ref_intents')).toEqual([]);
    await until(async () => (await app.sql('select 1 from repository_leases')).length === 0);
  });

  it('publishes its events once when another process began the same push and died before the ref moved', async () => {
    const project = await aProject(owner.api);
    const { name, commit } = await pushed(project);
    const before = await git.ok(['rev-parse', 'HEAD'], { in: name });
    const after = await commit('Second');
    await pushesOf(project);
    await app.sql(
      `insert into ref_intents (repository_id, owner, refs, actor_id, source, created_at)
       select id, 'gone', $2::jsonb, $3, 'push', now() - interval '1 hour' from repositories where project_id = $1`,
      [project.id, JSON.stringify([{ ref: 'refs/heads/main', before, after }]), owner.id],
    );

    await git.ok(['push', '-q', 'origin', 'main'], { in: name });
    await pushesOf(project);
    await app.app.get(IntentRecoveryService).settleAbandoned();

    expect((await pushesOf(project)).map(({ refs }) => refs[0]?.after)).toEqual([before, after]);
    expect(await app.sql('select * from ref_intents')).toEqual([]);
  });

  it('is followed up within seconds when the database was away as the refs moved', async () => {
    const project = await aProject(owner.api);
    const { name, commit } = await pushed(project);
    const after = await commit('Second');
    await pushesOf(project);
    const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    let left: object[] = [];
    jest.spyOn(app.app.get(PostReceiveService), 'finish').mockImplementationOnce(async () => {
      left = await app.sql('select * from ref_intents');
      throw away;
    });

    await git.ok(['push', '-q', 'origin', 'main'], { in: name });
    await until(async () => (await app.sql('select * from ref_intents')).length === 0);

    expect(left).toHaveLength(1);
    expect((await pushesOf(project)).at(-1)?.refs[0]?.after).toBe(after);
  });

  it('has no consequences where another process has finished it', async () => {
    const project = await aProject(owner.api);
    const { name } = await pushed(project);
    const after = await git.ok(['rev-parse', 'HEAD'], { in: name });
    const repository = await app.app.get(RepositoriesService).getCode(project.id);
    const before = await pushesOf(project);

    await app.app.get(PostReceiveService).finish(0, {
      repository,
      changes: [{ ref: 'refs/heads/main', before: ZEROS, after }],
      actor: { account: null, userId: owner.id, address: '127.0.0.1', sudoBy: null, credential: null },
      source: 'push',
      options: [],
    });

    expect(await pushesOf(project)).toEqual(before);
  });

  it('compares 30,000 refs with an unfinished push of the same refs before a statement takes too long', async () => {
    const project = await aProject(owner.api, { initialize_with_readme: true });
    const changes = Array.from({ length: 30_000 }, (_, index) => ({
      ref: `refs/heads/b${index}`,
      before: ZEROS,
      after: '1'.repeat(40),
    }));
    const intents = await app.sql<{ id: number }>(
      `insert into ref_intents (repository_id, owner, refs, actor_id, source)
       select r.id, 'gone', $2::jsonb, $3, 'push' from repositories r, generate_series(1, 2)
       where r.project_id = $1 and r.type = 'code' returning id`,
      [project.id, JSON.stringify(changes), owner.id],
    );

    await app.app.get(RefIntentsRepository).finish(intents[1]!.id, changes);

    expect(await app.sql('select refs from ref_intents where id = $1', [intents[0]!.id])).toEqual([{ refs: [] }]);
    await app.sql('delete from ref_intents');
  });

  it('publishes the messages of tags, and deletions with a null commit', async () => {
    const project = await aProject(owner.api);
    const { name } = await pushed(project);
    await git.ok(['tag', '-a', 'v1', '-m', 'The first'], { in: name });
    await git.ok(['push', '-q', 'origin', 'v1', 'main:extra'], { in: name });
    await git.ok(['push', '-q', 'origin', ':v1', ':extra'], { in: name });

    const events = await eventsOf(project);
    const head = await git.ok(['rev-parse', 'HEAD'], { in: name });
    const by = (ref: string, after: RegExp) =>
      events.find((body) => body.ref === ref && after.test(String(body.after)));
    expect(by('refs/tags/v1', /[1-9a-f]/)).toMatchObject({
      object_kind: 'tag_push',
      checkout_sha: head,
      message: 'The first',
      commits: [],
    });
    expect(by('refs/heads/extra', /[1-9a-f]/)).toMatchObject({ object_kind: 'push', total_commits_count: 0 });
    expect(by('refs/tags/v1', /^0+$/)).toMatchObject({ checkout_sha: null, object_kind: 'tag_push' });
    expect(by('refs/heads/extra', /^0+$/)).toMatchObject({ checkout_sha: null, commits: [] });
  });

  it('shows the newest 20 commits, oldest first, and counts all', async () => {
    const project = await aProject(owner.api);
    const { name } = await pushed(project);
    for (let count = 0; count < 30; count++) {
      await git.ok(['commit', '-q', '--allow-empty', '-m', `number ${count}`], { in: name });
    }
    await git.ok(['push', '-q', 'origin', 'main'], { in: name });

    const event = (await eventsOf(project))[1]! as { commits: { title: string }[]; total_commits_count: number };
    expect(event.total_commits_count).toBe(30);
    expect(event.commits.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, at) => `number ${at + 10}`));
  });

  it('raises no events of a kind for more than 20 branches, or tags', async () => {
    const project = await aProject(owner.api);
    const { name } = await pushed(project);
    const names = Array.from({ length: 80 }, (_, at) => `main:refs/heads/b${at}`);
    await git.ok(['push', '-q', 'origin', ...names, 'main:refs/tags/t1'], { in: name });

    expect((await eventsOf(project)).slice(1).map(({ ref }) => ref)).toEqual(['refs/tags/t1']);
    expect((await pushesOf(project))[1]!.refs).toHaveLength(81);
    expect(await heads(project)).toHaveLength(83);
  });

  it('gives an empty project its default branch: the first by bytes, when the wanted one was not among them', async () => {
    const project = await aProject(owner.api, { default_branch: 'trunk' });
    const name = `clone-${++clones}`;
    await git.ok(['init', '-q', '-b', 'x', name]);
    await git.ok(['commit', '-q', '--allow-empty', '-m', 'x'], { in: name });
    const branches = ['x:refs/heads/b', 'x:refs/heads/a', 'x:refs/heads/Z'];
    await git.ok(['push', '-q', remote(project), 'x:refs/tags/0', ...branches], { in: name });

    expect((await owner.api.get(`projects/${project.id}`)).body).toMatchObject({
      default_branch: 'Z',
      empty_repo: false,
    });
    expect(await git.ok(['ls-remote', '--symref', remote(project), 'HEAD'])).toContain('ref: refs/heads/Z\tHEAD');
  });

  it('leaves the project without a default branch when it sends tags alone', async () => {
    const project = await aProject(owner.api);
    const name = `clone-${++clones}`;
    await git.ok(['init', '-q', '-b', 'x', name]);
    await git.ok(['commit', '-q', '--allow-empty', '-m', 'x'], { in: name });
    await git.ok(['push', '-q', remote(project), 'x:refs/tags/0'], { in: name });

    expect((await owner.api.get(`projects/${project.id}`)).body).toMatchObject({
      default_branch: 'main',
      empty_repo: true,
    });
  });

  it.each([
    [0, []],
    [1, [30]],
    [2, [40]],
  ])('protects the first default branch as the group says: %d', async (protection, levels) => {
    const group = await aGroup(owner.api, { default_branch_protection: protection });
    const project = await aProject(owner.api, { namespace_id: group.id });
    await pushed(project);

    const rules = await app.sql<{ push_level: number }>(
      'select push_level from protected_branches where project_id = $1 and pattern = $2',
      [project.id, 'main'],
    );
    expect(rules.map((rule) => rule.push_level)).toEqual(levels);
  });

  it('updates the last activity, the size and the count of commits', async () => {
    const project = await aProject(owner.api);
    const before = (await owner.api.get(`projects/${project.id}`)).body.last_activity_at;
    await pushed(project);
    await app.drainJobs();

    const { body } = await owner.api.get(`projects/${project.id}?statistics=true`);
    expect(Date.parse(body.last_activity_at)).toBeGreaterThan(Date.parse(before));
    expect(body.statistics).toMatchObject({ commit_count: 1 });
    expect(body.statistics.repository_size).toBeGreaterThan(100);
    expect(body.statistics.storage_size).toBe(body.statistics.repository_size);
  });

  it('counts the commits of the branch that becomes the default one', async () => {
    const project = await aProject(owner.api);
    const { name, commit } = await pushed(project);
    await git.ok(['push', '-q', 'origin', 'main:refs/heads/short'], { in: name });
    await commit();
    await commit();
    await git.ok(['push', '-q', 'origin', 'main'], { in: name });
    const commits = async () => {
      await app.drainJobs();
      return (await owner.api.get(`projects/${project.id}?statistics=true`)).body.statistics.commit_count;
    };
    await until(async () => (await commits()) === 3);

    await owner.api.put(`projects/${project.id}`, { default_branch: 'short' });
    expect(await commits()).toBe(1);
  });

  it('writes an audit event', async () => {
    const project = await aProject(owner.api);
    await pushed(project);

    const { body } = await owner.api.get(`projects/${project.id}/audit_events`);
    expect(body[0]).toMatchObject({
      author_id: owner.id,
      details: { custom_message: 'Repository pushed', target_details: 'refs/heads/main' },
    });
  });
});

describe('git push under rules of protection and size', () => {
  const protect = (project: TestProject, pattern: string, push: number, force = false) =>
    app.sql(
      `insert into protected_branches (project_id, pattern, push_level, merge_level, unprotect_level, allow_force_push)
       values ($1, $2, $3, 40, 40, $4) on conflict (project_id, pattern)
       do update set push_level = excluded.push_level, allow_force_push = excluded.allow_force_push`,
      [project.id, pattern, push, force],
    );

  async function refused(project: TestProject, name: string, ...args: string[]) {
    const before = await heads(project);
    const { code, stderr } = await git.run(['push', 'origin', ...args], { in: name });
    expect(code).not.toBe(0);
    expect(await heads(project)).toEqual(before);
    return stderr;
  }

  it('refuses a ref that is neither branch nor tag', async () => {
    const project = await aProject(owner.api);
    const { name } = await pushed(project);

    for (const ref of ['refs/keep/pipelines/1', 'refs/notes/x', 'refs/merge-requests/1/head']) {
      const stderr = await refused(project, name, `main:${ref}`, 'main:refs/heads/fine');
      expect(stderr).toContain('remote: refused: only branches and tags can be pushed');
      expect(stderr).toMatch(/\[remote rejected\] main -> fine \(pre-receive hook declined\)/);
      expect(stderr.match(/pre-receive hook declined/g)).toHaveLength(2);
    }
    const stderr = await refused(project, name, `main:refs/heads/${'f'.repeat(40)}`);
    expect(stderr).toContain('remote: refused: invalid name');
  });

  it('refuses to delete the default branch', async () => {
    const project = await aProject(owner.api);
    const { name } = await pushed(project);
    await app.sql('delete from protected_branches where project_id = $1', [project.id]);

    expect(await refused(project, name, ':main')).toContain(
      'remote: The default branch of a project cannot be deleted.',
    );
  });

  it('protects branches from users below their level, from deletion and from force pushes', async () => {
    const project = await aProject(owner.api);
    const { name, commit } = await pushed(project);
    const developer = await aMember(app, { project }, 30);
    await git.ok(['remote', 'set-url', 'origin', remote(project, developer)], { in: name });
    await protect(project, 'main', 40);
    await protect(project, 'rel*', 30);
    await commit();
    const text = 'remote: You are not allowed to push code to protected branches on this project.';
    expect(await refused(project, name, 'main')).toContain(text);
    await git.ok(['push', '-q', 'origin', 'main:release'], { in: name });

    await git.ok(['commit', '-q', '--amend', '-m', 'Other'], { in: name });
    expect(await refused(project, name, '+main:release')).toContain(
      'remote: You are not allowed to force push code to a protected branch on this project.',
    );
    expect(await refused(project, name, ':release')).toContain(
      'remote: You are not allowed to delete protected branches from this project.',
    );
    await protect(project, 'rel*', 30, true);
    await git.ok(['push', '-q', 'origin', '+main:release'], { in: name });
    await protect(project, '*', 0);
    await protect(project, 'main', 0);
    await git.ok(['remote', 'set-url', 'origin', remote(project, owner)], { in: name });
    expect(await refused(project, name, 'main')).toContain(text);
  });

  it('protects tags', async () => {
    const project = await aProject(owner.api);
    const { name, commit } = await pushed(project);
    const developer = await aMember(app, { project }, 30);
    await app.sql(`insert into protected_tags (project_id, pattern, create_level) values ($1, 'v*', 40)`, [project.id]);
    await git.ok(['push', '-q', 'origin', 'main:refs/tags/v1'], { in: name });
    await git.ok(['remote', 'set-url', 'origin', remote(project, developer)], { in: name });
    await commit();

    expect(await refused(project, name, 'main:refs/tags/v2')).toContain(
      'remote: You are not allowed to create this tag as it is protected.',
    );
    expect(await refused(project, name, '+main:refs/tags/v1')).toContain('remote: Protected tags cannot be updated.');
    expect(await refused(project, name, ':refs/tags/v1')).toContain('remote: Protected tags cannot be deleted.');
  });

  it('lets Developers force-push and delete unprotected refs', async () => {
    const project = await aProject(owner.api);
    const { name } = await pushed(project);
    await git.ok(['push', '-q', 'origin', 'main:feature'], { in: name });
    await git.ok(['commit', '-q', '--amend', '-m', 'Other'], { in: name });
    await git.ok(['push', '-q', 'origin', '+main:feature'], { in: name });
    await git.ok(['push', '-q', 'origin', ':feature'], { in: name });

    const lost = await app.sql<{ reason: string }>('select reason from deleted_refs order by id desc limit 2');
    expect(lost.map(({ reason }) => reason)).toEqual(['deleted', 'moved']);
  });

  it('checks the current level of the user', async () => {
    const project = await aProject(owner.api, { visibility: 'public' });
    const { name, commit } = await pushed(project);
    await commit();
    await app.sql('update projects set archived = true where id = $1', [project.id]);

    const { stderr } = await git.run(['push', 'origin', 'main'], { in: name });

    expect(stderr).toContain('The project is archived.');
  });

  it('refuses objects that fail git fsck', async () => {
    const project = await aProject(owner.api);
    const { name } = await pushed(project);
    const blob = await git.ok(['hash-object', '-w', 'file.txt'], { in: name });
    const bad = await git.ok(['mktree'], { in: name, input: `100644 blob ${blob}\t.GIT\n` });
    const commit = await git.ok(['commit-tree', bad, '-m', 'bad'], { in: name });

    expect(await refused(project, name, `${commit}:refs/heads/bad`)).toContain('unpacker error');
  });

  it('tells no directory of the service where git could not write', async () => {
    const project = await aProject(owner.api);
    const { name, commit } = await pushed(project);
    await commit();
    await writeFile(path.join(await directoryOf(project), 'refs', 'heads', 'main.lock'), '');

    const told = await refused(project, name, 'main');

    expect(told).toContain(`Unable to create './refs/heads/main.lock': File exists.`);
    expect(told).not.toContain('repositories/');
  });

  it('refuses packs beyond GIT_MAX_PUSH_BYTES, however much of them was sent', async () => {
    const project = await aProject(owner.api);
    const { name } = await pushed(project);
    let bytes = '';
    for (let at = 0; at < 200_000; at++) {
      bytes += createHash('sha256').update(String(at)).digest('base64');
    }
    await writeFile(path.join(git.directory, name, 'large'), bytes);
    await git.ok(['add', '.'], { in: name });
    await git.ok(['commit', '-q', '-m', 'large'], { in: name });

    expect(await refused(project, name, 'main')).toContain('pack exceeds maximum allowed size');
  });
});

describe('DELETE /projects/:id of a project with a repository', () => {
  it('removes the repository from the disk', async () => {
    const project = await aProject(owner.api);
    await pushed(project);
    const gitDir = await directoryOf(project);
    expect(await readdir(gitDir)).toContain('HEAD');

    await owner.api.delete(`projects/${project.id}`);
    expect((await git.run(['ls-remote', remote(project)])).stderr).toContain('could not be found');
    await app.drainJobs();

    await expect(readdir(gitDir)).rejects.toThrow('ENOENT');
  });
});

describe('git push to a wiki and to a snippet', () => {
  const credential = () => ({ username: owner.username, secret: owner.token });

  it('lets HEAD of a wiki name the first branch that it gets', async () => {
    const project = await aProject(owner.api);
    const { name } = await pushed(project);
    const wiki = remoteOf(app.url, `${project.path_with_namespace}.wiki`, credential());
    const head = async () => (await git.ok(['ls-remote', '--symref', wiki, 'HEAD'])).split('\t')[0];

    await git.ok(['push', '-q', wiki, 'main:pages', 'main:master'], { in: name });
    expect(await head()).toBe('ref: refs/heads/master');
    await git.ok(['push', '-q', wiki, 'main:another'], { in: name });
    expect(await head()).toBe('ref: refs/heads/master');
  });

  it('leaves the title of a snippet changeable, whatever number of files it brings', async () => {
    const { body } = await owner.api.post('snippets', { title: 'Many', file_name: 'first', content: 'x' });
    const snippet = remoteOf(app.url, `snippets/${body.id}`, credential());
    const name = `snippet-${body.id}`;
    await git.ok(['clone', '-q', snippet, name]);
    for (let at = 0; at < 11; at++) {
      await writeFile(path.join(git.directory, name, `more-${at}`), 'x');
    }
    await git.ok(['add', '.'], { in: name });
    await git.ok(['commit', '-q', '-m', 'more'], { in: name });
    await git.ok(['push', '-q', 'origin', 'main'], { in: name });
    await until(async () => (await owner.api.get(`snippets/${body.id}`)).body.files.length === 12);

    expect(await owner.api.put(`snippets/${body.id}`, { title: 'All' })).toMatchObject({
      status: 200,
      body: { title: 'All' },
    });
    expect((await owner.api.put(`snippets/${body.id}`, { content: 'y' })).status).toBe(400);
  });
});
