import { jest } from '@jest/globals';
import { readdir, readFile, rename } from 'node:fs/promises';
import { Env } from '../../../src/platform/config/env.js';
import { Database } from '../../../src/platform/database/database.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit, repositoryPath } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient, remoteOf } from '../../support/git.js';

let app: TestApp;
let owner: TestUser;
let git: GitClient;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  git = await GitClient.make();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await app.close();
  await git.remove();
});

const UNAVAILABLE = 'The service is temporarily unavailable. Please try again later.';
async function gitAnswers(project: TestProject) {
  const base = `${app.url}/${project.path_with_namespace}.git`;
  const headers = { Authorization: `Basic ${Buffer.from(`${owner.username}:${owner.token}`).toString('base64')}` };
  const post = (service: string) =>
    fetch(`${base}/${service}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': `application/x-${service}-request` },
      body: '0000',
    });
  const answers = await Promise.all([
    fetch(`${base}/info/refs?service=git-upload-pack`, { headers }),
    fetch(`${base}/info/refs?service=git-receive-pack`, { headers }),
    fetch(`${base}/info/refs?service=git-upload-pack`),
    post('git-upload-pack'),
    post('git-receive-pack'),
  ]);
  return Promise.all(
    answers.map(async (answer) => [answer.status, answer.headers.get('retry-after'), await answer.text()]),
  );
}

describe('git over HTTPS in an outage', () => {
  it('answers 503 with Retry-After while the database is away', async () => {
    const project = await aProject(owner.api, { visibility: 'public' });
    const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const database = app.app.get(Database);
    jest.spyOn(database, 'row').mockRejectedValue(away);
    jest.spyOn(database, 'rows').mockRejectedValue(away);

    const answers = await gitAnswers(project);

    jest.restoreAllMocks();
    await app.sql('update jobs set run_at = now() where leased_by is not null'); // not started by another request meanwhile
    expect(answers).toEqual(answers.map(() => [503, '5', UNAVAILABLE]));
  });

  it('answers 503 with Retry-After while the storage is away, and so does REST', async () => {
    const project = await aProject(owner.api, { visibility: 'public' });
    await aCommit(owner.api, project, { a: 'x' });
    const directory = app.app.get(Env).storages.get('default')!;
    await rename(directory, `${directory}-away`);

    const answers = await gitAnswers(project);
    const rest = [
      await owner.api.get(repositoryPath(project, 'tree')),
      await owner.api.get(repositoryPath(project, 'branches')),
      await owner.api.get(repositoryPath(project, 'commits')),
      await owner.api.get(repositoryPath(project, 'files/a?ref=main')),
      await owner.api.post(repositoryPath(project, 'files/b'), { branch: 'main', content: 'x', commit_message: 'x' }),
      await owner.api.post(repositoryPath(project, 'branches'), { branch: 'b', ref: 'main' }),
    ];
    await rename(`${directory}-away`, directory);

    expect(answers).toEqual(answers.map(() => [503, '5', UNAVAILABLE]));
    expect(rest.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(rest.map(() => [503, '5']));
  });
});

/** Ids of the processes that start git for this one. */
async function spawners(): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    );
    const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    found.push(...(parent === process.pid && command?.includes('spawner-process') ? [Number(pid)] : []));
  }
  return found;
}

describe('SpawnerService whose process is killed again and again', () => {
  /** Ends it again and again while `work` is under way. */
  async function whileKilling(work: (killed: () => number) => Promise<void>): Promise<void> {
    const done = new AbortController();
    let kills = 0;
    const killing = (async () => {
      while (!done.signal.aborted) {
        for (const pid of await spawners()) {
          process.kill(pid, 'SIGKILL');
          kills += 1;
        }
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    })();
    await work(() => kills);
    done.abort();
    await killing;
  }

  it('fails no REST commit, no snippet, no reading and no clone, and does nothing twice', async () => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { start: 'x' });
    const statuses: number[] = [];
    let rounds = 0;
    await whileKilling(async (killed) => {
      for (; rounds < 12 || killed() < 3; rounds += 1) {
        const input = { branch: 'main', content: 'x', commit_message: `Round ${rounds}` };
        statuses.push((await owner.api.post(repositoryPath(project, `files/f${rounds}`), input)).status);
        statuses.push((await owner.api.post('snippets', { title: 'x', file_name: 'x', content: 'x' })).status);
        statuses.push((await owner.api.get(repositoryPath(project, 'commits/main/diff'))).status);
        statuses.push((await owner.api.get(repositoryPath(project, 'tree?recursive=true'))).status);
      }
    });

    expect(statuses).toEqual(Array.from({ length: rounds }, () => [201, 201, 200, 200]).flat());
    expect((await owner.api.get(repositoryPath(project, 'commits?per_page=100'))).body).toHaveLength(rounds + 1);
    await app.drainJobs();
    expect(await app.sql('select * from ref_intents')).toEqual([]);
    const remote = remoteOf(app.url, project.path_with_namespace, { username: owner.username, secret: owner.token });
    await git.ok(['clone', '-q', remote, 'clone']);
  }, 240_000);
});

describe('DELETE /projects/:id beside commits to it', () => {
  it('lets each commit succeed or answer 404', async () => {
    const statuses = new Set<number>();
    for (let round = 0; round < 4; round += 1) {
      const project = await aProject(owner.api);
      await aCommit(owner.api, project, { start: 'x' });
      const commits = Array.from({ length: 12 }, async (_, at_) => {
        const input = { branch: 'main', content: 'x', commit_message: 'x' };
        const { status } = await owner.api.post(repositoryPath(project, `files/f${at_}`), input);
        statuses.add(status);
      });
      const deletion = owner.api.delete(`projects/${project.id}`);
      await Promise.all([...commits, deletion]);
      await app.drainJobs();
    }

    expect([...statuses].filter((status) => ![201, 404].includes(status))).toEqual([]);
  }, 240_000);
});
