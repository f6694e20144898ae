import { jest } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ADMIN_TOKEN } from '../../support/app.js';
import { GitClient, remoteOf } from '../../support/git.js';
import { ended } from '../../support/operations.js';
import type { EndedOperation } from '../../support/operations.js';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';

/** `STORAGE_MOVES_EXERCISE=large` moves much more, among it one large repository. */
const SCALE =
  process.env.STORAGE_MOVES_EXERCISE === 'large'
    ? { projects: 300, snippets: 50, groups: 20, largeBytes: 200_000_000, seconds: 1200 }
    : { projects: 30, snippets: 10, groups: 4, largeBytes: 2_000_000, seconds: 300 };
const REFS = 1000;
const CLIENTS = 3;
const READ_ONLY = 'The repository is temporarily read-only. Please try again later.';
/** All that git tells of the same answer where the move began between the two requests of a push. */
const REFUSED_LATE = 'HTTP 403';
const KINDS = ['project', 'snippet', 'group'] as const;

jest.setTimeout((SCALE.seconds + 300) * 1000);

/** A project with what its clients know of it. */
interface Moved {
  readonly id: number;
  readonly name: string;
  /** By name; what a refused push would have made is not among them. */
  readonly refs: Map<string, string>;
}

let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let git: GitClient;
let service: Service;
const remote = (name: string) => remoteOf(service.url, `root/${name}`, { username: 'root', secret: ADMIN_TOKEN });

beforeAll(async () => {
  dataDir = await aDataDir();
  git = await GitClient.make();
  service = await startService({
    DATA_DIR: dataDir.path,
    STORAGES: ['default', 'second'].map((name) => `${name}=${path.join(dataDir.path, name)}`).join(','),
    RATE_LIMIT_AUTHENTICATED: '0',
  });
});
afterAll(async () => {
  await service.end('SIGTERM');
  await git.remove();
  await dataDir.remove();
});

async function made<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer;
  if (status !== 201) {
    throw new Error(`Not made: ${status} ${JSON.stringify(body)}`);
  }
  return body;
}

/** Repositories to push from: one with some commits, one with many refs, and one with a large file. */
async function makeSources(): Promise<void> {
  for (const [name, bytes] of [
    ['plain', 1000],
    ['many', 1000],
    ['large', SCALE.largeBytes],
  ] as const) {
    await git.ok(['init', '-q', '-b', 'main', name]);
    for (const file of ['a', 'b', 'c']) {
      await writeFile(path.join(git.directory, name, file), randomBytes(file === 'c' ? bytes : 1000));
      await git.ok(['add', '.'], { in: name });
      await git.ok(['commit', '-q', '-m', file], { in: name });
    }
  }
  const head = await git.ok(['rev-parse', 'HEAD'], { in: 'many' });
  const input = Array.from({ length: REFS - 1 }, (_, index) => `create refs/heads/b-${index} ${head}\n`).join('');
  await git.ok(['update-ref', '--stdin'], { in: 'many', input });
}

/** Every fifth project is empty, every tenth has many refs, one is large. */
const sourceOf = (index: number): string | null =>
  index % 5 === 0 ? null : index % 10 === 1 ? 'many' : index === 2 ? 'large' : 'plain';

async function makeProject(index: number): Promise<Moved> {
  const name = `p-${index}`;
  const { id } = await made<{ id: number }>(service.admin.post('projects', { path: name }));
  const source = sourceOf(index);
  if (source !== null) {
    await git.ok(['push', '-q', remote(name), 'refs/heads/*:refs/heads/*'], { in: source });
  }
  return { id, name, refs: await refsOf(name) };
}

async function refsOf(name: string): Promise<Map<string, string>> {
  const lines = (await git.ok(['ls-remote', remote(name)])).split('\n').filter((line) => line !== '');
  const pairs = lines.map((line) => line.split('\t')).filter(([, ref = '']) => ref.startsWith('refs/'));
  return new Map(pairs.map(([oid = '', ref = '']) => [ref, oid]));
}

/** A clone is whole; answers a digest of all its objects. */
async function objectsOf(name: string, directory: string): Promise<string> {
  await git.ok(['clone', '-q', '--mirror', remote(name), directory]);
  await git.ok(['fsck', '--full', '--no-dangling'], { in: directory });
  const all = ['cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype) %(objectsize)'];
  return createHash('sha256')
    .update(await git.ok(all, { in: directory }))
    .digest('hex');
}

/** Clones and pushes by turns until it is told to stop; answers what came of it. */
async function useRepositories(client: number, projects: readonly Moved[], stopped: { is: boolean }) {
  const seen = { clones: 0, accepted: 0, refused: 0, refusedLate: 0 };
  for (let turn = 0; !stopped.is; turn += 1) {
    const project = projects[(turn * CLIENTS + client * 7) % projects.length]!;
    if (turn % 2 === 0) {
      await git.ok(['clone', '-q', '--mirror', remote(project.name), `clone-${client}-${turn}`]);
      seen.clones += 1;
      continue;
    }
    const commit = ['commit-tree', '-m', `${client} ${turn}`, 'HEAD^{tree}'];
    const oid = await git.ok(commit, { in: 'plain' });
    const ref = `refs/heads/by-${client}-${turn}`;
    const push = await git.run(['push', '-q', remote(project.name), `${oid}:${ref}`], { in: 'plain' });
    if (push.code === 0) {
      project.refs.set(ref, oid);
      seen.accepted += 1;
    } else if (push.stderr.includes(READ_ONLY)) {
      seen.refused += 1;
    } else if (push.stderr.includes(REFUSED_LATE)) {
      seen.refusedLate += 1;
    } else {
      throw new Error(`A push failed otherwise: ${push.stderr}`);
    }
  }
  return seen;
}

/** Moves everything to the other storage; answers the operations. */
async function moveAll(): Promise<EndedOperation[]> {
  const order = { source_storage_name: 'default', destination_storage_name: 'second' };
  const started = await Promise.all(KINDS.map((kind) => service.admin.post(`${kind}_repository_storage_moves`, order)));
  return Promise.all(started.map(({ body }) => ended(service.admin, body.operation.id, SCALE.seconds)));
}

/** The longest time for which a container was read-only, in seconds. */
async function longestWindow(kind: (typeof KINDS)[number]): Promise<number> {
  let longest = 0;
  for (let page = 1; ; page += 1) {
    const { body } = await service.admin.get(`${kind}_repository_storage_moves?per_page=100&page=${page}`);
    const windows = (body as { created_at: string; finished_at: string }[]).map(
      (move) => (Date.parse(move.finished_at) - Date.parse(move.created_at)) / 1000,
    );
    longest = Math.max(longest, ...windows);
    if (windows.length < 100) {
      return longest;
    }
  }
}

describe('moving all of a storage while clients clone and push', () => {
  it('loses no object, no ref and no push that was accepted', async () => {
    await makeSources();
    const projects: Moved[] = [];
    for (let index = 0; index < SCALE.projects; index += 1) {
      projects.push(await makeProject(index));
    }
    const snippets: number[] = [];
    for (let index = 0; index < SCALE.snippets; index += 1) {
      const fields = { title: 's', visibility: 'private', files: [{ file_path: 'a.txt', content: `of ${index}` }] };
      snippets.push((await made<{ id: number }>(service.admin.post('snippets', fields))).id);
    }
    for (let index = 0; index < SCALE.groups; index += 1) {
      await made(service.admin.post('groups', { name: `g-${index}`, path: `g-${index}` }));
    }
    const quiet = projects.filter(({ refs }, index) => refs.size > 0 && index % 4 === 2);
    const used = projects.filter((project) => !quiet.includes(project));
    const before = [];
    for (const { name } of quiet) {
      before.push(await objectsOf(name, `before-${name}`));
    }

    const stopped = { is: false };
    const clients = Array.from({ length: CLIENTS }, (_, client) => useRepositories(client, used, stopped));
    const startedAt = Date.now();
    const operations = await moveAll().finally(() => (stopped.is = true));
    const seconds = (Date.now() - startedAt) / 1000;
    const seen = await Promise.all(clients);

    expect(operations).toMatchObject([
      { state: 'finished', result: { finished: SCALE.projects, failed: 0, cleanup_failed: 0, skipped: 0 } },
      { state: 'finished', result: { finished: SCALE.snippets, failed: 0, cleanup_failed: 0, skipped: 0 } },
      { state: 'finished', result: { finished: SCALE.groups, failed: 0, cleanup_failed: 0, skipped: 0 } },
    ]);
    expect((await service.admin.get('projects?repository_storage=default')).body).toEqual([]);
    for (const [index, { name }] of quiet.entries()) {
      expect(await objectsOf(name, `after-${name}`)).toBe(before[index]);
    }
    for (const { name, refs } of projects) {
      expect([name, await refsOf(name)]).toEqual([name, refs]);
    }
    for (const { name } of used) {
      await objectsOf(name, `used-${name}`);
    }
    for (const [index, id] of snippets.entries()) {
      expect((await service.admin.get(`snippets/${id}/raw`)).text).toBe(`of ${index}`);
    }
    const windows = await Promise.all(KINDS.map(longestWindow));
    process.stdout.write(
      `${JSON.stringify({ ...SCALE, seconds, seen, bytes: operations[0]?.result.bytes, longestWindows: windows })}\n`,
    );
  });
});
