import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { getPriority } from 'node:os';
import { Git } from '../../../src/platform/git/git.service.js';
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
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ env: { GIT_MAX_PROCESSES: '1' } });
  git = await GitClient.make();
  owner = await aUser(app);
  project = await aProject(owner.api);
  await aCommit(owner.api, project, { a: 'a\n' });
});
afterAll(async () => {
  await app.close();
  await git.remove();
});

const processes = () => app.app.get(Git).processes;

/** Begins a push and leaves it hanging in the middle of its body. */
function beginPush() {
  const { hostname, port } = new URL(app.url);
  const sent = request({
    hostname,
    port,
    method: 'POST',
    path: `/${project.path_with_namespace}.git/git-receive-pack`,
    headers: {
      authorization: `Basic ${Buffer.from(`x:${owner.token}`).toString('base64')}`,
      'content-type': 'application/x-git-receive-pack-request',
    },
  });
  sent.on('error', () => undefined);
  sent.write('00');
  return sent;
}

/** Processes of git that work on a repository of this service. */
async function gitChildren(): Promise<number[]> {
  const { DATA_DIR: dataDir = '' } = app.environment;
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return ids.filter((_id, at) => lines[at]?.startsWith('git\0') && lines[at].includes(dataDir)).map(Number);
}

async function millisUntil(check: () => boolean): Promise<number> {
  const started = performance.now();
  while (!check()) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - started;
}

describe('GIT_MAX_PROCESSES=1', () => {
  it('is sufficient for all calls: work inside of work never waits for itself', async () => {
    const remote = remoteOf(app.url, project.path_with_namespace, { username: owner.username, secret: owner.token });
    await git.ok(['clone', '-q', remote, 'work']);
    await git.ok(['commit', '-q', '--allow-empty', '-m', 'x'], { in: 'work' });
    await git.ok(['push', '-q', 'origin', 'main'], { in: 'work' });
    const reads = [
      'branches',
      'commits?with_stats=true',
      'files/a?ref=main',
      'files/a/blame?ref=main',
      'archive',
      'compare?from=main&to=main',
    ];
    const answers = await Promise.all(reads.map((rest) => owner.api.get(`projects/${project.id}/repository/${rest}`)));

    expect(answers.map(({ status }) => status)).toEqual(reads.map(() => 200));
    await until(() => processes() === 0); // what follows the push reads the repository, too
  });

  it('frees the process and its lease within 5 s when the client goes away', async () => {
    const pushing = beginPush();
    await millisUntil(() => processes() === 1);
    pushing.destroy();

    expect(await millisUntil(() => processes() === 0)).toBeLessThan(5000);
    await until(async () => (await app.sql('select * from repository_leases')).length === 0);
  });

  it('has a lower priority than the service', async () => {
    const pushing = beginPush();
    await until(() => processes() === 1);
    const isLower = (id: number) => getPriority(id) === getPriority() + 5;
    const areLower = await until(async () => {
      const children = await gitChildren();
      return children.length > 0 && children.every(isLower);
    });

    expect(areLower).toBe(true);
    pushing.destroy();
    await until(() => processes() === 0);
  });

  it('lets the others wait', async () => {
    const pushing = beginPush();
    await millisUntil(() => processes() === 1);
    const waiting = owner.api.get(`projects/${project.id}/repository/branches`);
    const first = await Promise.race([
      waiting.then(() => 'served'),
      new Promise((resolve) => setTimeout(resolve, 300, 'waits')),
    ]);
    pushing.destroy();

    expect(first).toBe('waits');
    expect((await waiting).status).toBe(200);
  });
});

describe('GET /-/metrics after git over HTTPS', () => {
  it('counts its requests and bytes', async () => {
    await until(() => processes() === 0);
    const { text } = await app.admin.get('/-/metrics');

    expect(text).toMatch(/slipway_git_requests_total\{service="git-upload-pack",outcome="ok"\} \d/);
    expect(text).toMatch(/slipway_git_bytes_total\{direction="out"\} \d/);
    expect(text).toMatch(/slipway_git_processes 0/);
  });
});
