import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { ContainerRef } from '../../../src/core/namespaces/container-repositories.js';
import { relativePathOf } from '../../../src/modules/repositories/storages/repository-paths.js';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { GitClient, remoteOf } from '../../support/git.js';
import { ADMIN_TOKEN } from '../../support/app.js';
import { exchange } from '../../support/registry-client.js';
import { until } from '../../support/until.js';

let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let git: GitClient;
let service: Service;
let id: number;
beforeAll(async () => {
  dataDir = await aDataDir();
  git = await GitClient.make();
  service = await startService({ DATA_DIR: dataDir.path });
  id = (await service.admin.post('projects', { path: 'code' })).body.id;
});
afterAll(async () => {
  await service.end('SIGTERM');
  await git.remove();
  await dataDir.remove();
});

const remote = () => remoteOf(service.url, 'root/code', { username: 'root', secret: ADMIN_TOKEN });
const restart = async () => {
  await service.end('SIGKILL');
  service = await startService({ DATA_DIR: dataDir.path });
};
const residentOf = async ({ process }: Service): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${process.pid}/status`, 'utf8'))?.[1]) * 1024;

/** The processes below the service that start git for it. */
async function startersOf({ process: { pid } }: Service): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);
  const commands = await Promise.all(
    children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  );
  return children.filter((_, index) => commands[index]?.includes('spawner-process'));
}

async function untilGone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Directories of objects that are not yet part of a repository, anywhere in the storage. */
const quarantines = async () =>
  (await readdir(path.join(dataDir.path, 'repositories'), { recursive: true })).filter((name) =>
    name.includes('tmp_objdir-'),
  );

describe('git push while the service is killed', () => {
  it('is finished at the next start where the refs had moved, and dropped where not', async () => {
    await git.ok(['init', '-q', '-b', 'main', 'work']);
    await git.ok(['commit', '-q', '--allow-empty', '-m', 'First'], { in: 'work' });
    // A reference transaction that takes its time: the service dies between the intent and the report.
    const hook = path.join(dataDir.path, 'git', 'hooks', 'reference-transaction');
    await writeFile(hook, '#!/bin/sh\n[ "$1" = committed ] && [ -n "$SLIPWAY_ASKS" ] && sleep 3\nexit 0\n', {
      mode: 0o755,
    });
    const pushing = git.run(['push', remote(), 'main'], { in: 'work' });
    for (let moved = false; !moved;) {
      moved = (await git.run(['ls-remote', remote(), 'main'])).stdout.includes('refs/heads/main');
    }
    await writeFile(hook, '#!/bin/sh\nexit 0\n');
    await restart();
    await pushing;

    const project = (await service.admin.get(`projects/${id}`)).body;
    expect(project).toMatchObject({ empty_repo: false, default_branch: 'main' });
    const { body } = await service.admin.get(`projects/${id}/audit_events`);
    const pushes = body.filter(
      (event: { details: { custom_message?: string } }) => event.details.custom_message === 'Repository pushed',
    );
    expect(pushes).toHaveLength(1);
    expect((await service.admin.get(`projects/${id}/repository/branches/main`)).body.protected).toBe(true);
  });

  it('moves no ref and leaves no object when its pack was incomplete', async () => {
    const before = await git.ok(['ls-remote', remote()]);
    const body = Buffer.concat([
      Buffer.from(`00a0${'0'.repeat(40)} ${'1'.repeat(40)} refs/heads/half\0 report-status`.padEnd(160, ' ')),
      Buffer.from('0000PACK\0\0\0\x02\0\0\x03\xe8', 'latin1'),
      randomBytes(100_000),
    ]);
    const authorization = `Basic ${Buffer.from(`root:${ADMIN_TOKEN}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/x-git-receive-pack-request' };
    await exchange(service.url, 'POST', '/root/code.git/git-receive-pack', { headers, body });
    const { Readable } = await import('node:stream');
    const endless = new Readable({ read: () => undefined });
    endless.push(body.subarray(0, 300));
    const sending = exchange(service.url, 'POST', '/root/code.git/git-receive-pack', { headers, body: endless }).catch(
      () => null,
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    await restart();
    endless.destroy();
    await sending;

    expect(await git.ok(['ls-remote', remote()])).toBe(before);
    expect(await quarantines()).toEqual([]);
  });
});

describe('git push whose git is killed together with the service', () => {
  /** Every process below one, whichever of its threads started it. */
  const below = async (pid: number): Promise<number[]> => {
    const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
    const lists = await Promise.all(
      threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
    );
    const children = lists.flatMap((list) =>
      list
        .split(' ')
        .filter((word) => word !== '')
        .map(Number),
    );
    return [...children, ...(await Promise.all(children.map(below))).flat()];
  };

  it('locks no branch for ever', async () => {
    await git.ok(['clone', '-q', remote(), 'locked']);
    await git.ok(['commit', '-q', '--allow-empty', '-m', 'Locked'], { in: 'locked' });
    // Refs are prepared under their locks.
    const hook = path.join(dataDir.path, 'git', 'hooks', 'reference-transaction');
    await writeFile(hook, '#!/bin/sh\n[ "$1" = prepared ] && [ -n "$SLIPWAY_ASKS" ] && sleep 30\nexit 0\n', {
      mode: 0o755,
    });
    const pushing = git.run(['push', remote(), 'HEAD:refs/heads/locked'], { in: 'locked' });
    const locks = async () =>
      (await readdir(path.join(dataDir.path, 'repositories'), { recursive: true })).filter((name) =>
        name.endsWith('/refs/heads/locked.lock'),
      );
    await until(async () => (await locks()).length === 1);
    const processes = await below(service.process.pid ?? 0);
    await service.end('SIGKILL');
    processes.forEach((pid) => {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // it has ended with the service
      }
    });
    await pushing;
    expect(await locks()).toHaveLength(1);
    await writeFile(hook, '#!/bin/sh\nexit 0\n');
    service = await startService({ DATA_DIR: dataDir.path });

    await until(async () => (await locks()).length === 0);
    await git.ok(['push', remote(), 'HEAD:refs/heads/locked'], { in: 'locked' });
  });
});

describe('POST /projects/:id/repository/commits while the service is killed', () => {
  const commit = (projectId: number, name: string) =>
    service.admin.post(`projects/${projectId}/repository/commits`, {
      branch: 'main',
      commit_message: name,
      actions: [{ action: 'create', file_path: name, content: name }],
    });

  /** Answers reads of the reference until somebody reads it who holds its lock, and lets that one wait. */
  async function untilReadUnderLock(ref: string, head: string): Promise<FileHandle> {
    for (;;) {
      const pipe = await open(ref, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => null); // nobody reads
      if (pipe && existsSync(`${ref}.lock`)) {
        return pipe;
      }
      await pipe?.write(`${head}\n`);
      await pipe?.close();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  it('leaves no lock that refuses the next one', async () => {
    const project = (await service.admin.post('projects', { path: 'locked', initialize_with_readme: true })).body;
    const head: string = (await service.admin.get(`projects/${project.id}/repository/branches/main`)).body.commit.id;
    const files = await readdir(path.join(dataDir.path, 'repositories'), { recursive: true });
    const refs = files.filter((name) => name.endsWith('/refs/heads/main'));
    const directory = path.join(dataDir.path, 'repositories');
    const held = await Promise.all(refs.map((name) => readFile(path.join(directory, name), 'utf8')));
    const ref = path.join(directory, refs[held.indexOf(`${head}\n`)]!);
    await rm(ref);
    execFileSync('mkfifo', [ref]);
    const lost = commit(project.id, 'lost').catch(() => null);
    const pipe = await untilReadUnderLock(ref, head);
    await service.end('SIGKILL');
    await lost;
    await pipe.close();
    await rm(ref);
    await writeFile(ref, `${head}\n`);
    const left = await readFile(`${ref}.lock`, 'utf8');
    service = await startService({ DATA_DIR: dataDir.path });

    const { status, body } = await commit(project.id, 'next');

    expect(left).toMatch(/^[0-9a-f]{40}\n$/);
    expect({ status, parents: body.parent_ids }).toEqual({ status: 201, parents: [head] });
    expect(existsSync(`${ref}.lock`)).toBe(false);
  });
});

describe('a project and a snippet whose id a creation had that a crash of the database undid', () => {
  const directoryOf = (container: ContainerRef) =>
    path.join(dataDir.path, 'repositories', relativePathOf(container, 'code'));
  /** What the creation of the next one would have left: a repository with a first commit. */
  const leaveBehind = (last: ContainerRef, next: ContainerRef) =>
    cp(directoryOf(last), directoryOf(next), { recursive: true });

  it('do not begin with what that one had written, which is kept aside', async () => {
    const project = { path: 'undone', initialize_with_readme: true };
    const last: number = (await service.admin.post('projects', project)).body.id;
    await leaveBehind({ projectId: last }, { projectId: last + 1 });
    const { id: empty, empty_repo: isEmpty } = (await service.admin.post('projects', { path: 'empty' })).body;
    const tree = await service.admin.get(`projects/${empty}/repository/tree`);
    const snippet = { title: 'S', visibility: 'private', files: [{ file_path: 'a', content: 'secret' }] };
    const lastSnippet: number = (await service.admin.post('snippets', snippet)).body.id;
    await leaveBehind({ snippetId: lastSnippet }, { snippetId: lastSnippet + 1 });
    const made = await service.admin.post('snippets', { ...snippet, files: [{ file_path: 'b', content: 'mine' }] });
    const secret = await service.admin.get(`snippets/${made.body.id}/files/main/a/raw`);

    const directory = directoryOf({ projectId: empty });
    const beside = await readdir(path.dirname(directory));

    expect([empty, isEmpty, tree.status]).toEqual([last + 1, true, 404]);
    expect(beside).toContainEqual(expect.stringMatching(`^${path.basename(directory)}\\.undone-`));
    expect([made.status, made.body.id, secret.status]).toEqual([201, lastSnippet + 1, 404]);
  });
});

describe('git push and git clone of a large repository', () => {
  it('do not make the service grow', async () => {
    for (let part = 0; part < 20; part++) {
      await writeFile(path.join(git.directory, 'work', `part-${part}`), randomBytes(10_000_000));
    }
    await git.ok(['config', 'core.compression', '0'], { in: 'work' });
    await git.ok(['config', 'pack.window', '0'], { in: 'work' }); // random bytes have no deltas
    await git.ok(['add', '.'], { in: 'work' });
    await git.ok(['commit', '-q', '-m', 'Large'], { in: 'work' });
    const before = await residentOf(service);
    let most = 0;
    const watch = setInterval(() => void residentOf(service).then((now) => (most = Math.max(most, now))), 50);
    await git.ok(['push', '-q', remote(), 'main'], { in: 'work' });
    await git.ok(['clone', '-q', '--bare', remote(), 'copy']);
    clearInterval(watch);

    expect(most - before).toBeLessThan(100_000_000);
    expect(await git.ok(['rev-parse', 'main'], { in: 'copy' })).toBe(
      await git.ok(['rev-parse', 'main'], { in: 'work' }),
    );
  });
});

describe('SpawnerService', () => {
  it('replaces its process when that was killed, and ends it with the service', async () => {
    const commits = () => service.admin.get(`projects/${id}/repository/commits`);
    expect((await commits()).status).toBe(200);
    const [first = 0] = await startersOf(service);
    process.kill(first, 'SIGKILL');
    await untilGone(first);

    expect((await commits()).status).toBe(200);
    const [second = 0, ...others] = await startersOf(service);
    expect(second).not.toBe(first);
    expect(others).toEqual([]);

    await restart();
    await untilGone(second);
  });
});
