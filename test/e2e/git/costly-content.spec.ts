import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { createDeflate } from 'node:zlib';
import { NULL_ID } from '../../../src/platform/git/git-directory.js';
import { Git } from '../../../src/platform/git/git.service.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit, repositoryPath } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { blobObject, commitOf, pktLine, rawPush, treeObject } from '../../support/raw-push.js';
import type { RawObject } from '../../support/raw-push.js';
import { until } from '../../support/until.js';

const PROCESSES = 4;

let app: TestApp;
let owner: TestUser;
let other: TestProject;
beforeAll(async () => {
  app = await startApp({ env: { GIT_MAX_PROCESSES: String(PROCESSES), GIT_QUEUE_TIMEOUT: '5s' } });
  owner = await aUser(app);
  other = await aProject(owner.api, { visibility: 'public' });
  await aCommit(owner.api, other, { a: 'a\n' });
  await app.drainJobs();
});
afterAll(() => app.close());

const processes = () => app.app.get(Git).processes;
const remoteOf = (project: TestProject) => ({
  url: app.url,
  path: project.path_with_namespace,
  username: owner.username,
  secret: owner.token,
});

/** A history in which a folder of many entries changes with every commit: git compares the whole folder each time. */
async function aCostlyHistory(): Promise<TestProject> {
  const project = await aProject(owner.api);
  const blob = blobObject('x');
  const entries = Array.from({ length: 100_000 }, (_, at) => ['100644', String(at).padStart(6, '0'), blob.id] as const);
  const trees = [treeObject(entries), treeObject([['100755', '000000', blob.id], ...entries.slice(1)])] as const;
  const commits: RawObject[] = [];
  for (let at = 0; at < 15_000; at += 1) {
    const parents = commits.slice(-1).map(({ id }) => id);
    commits.push(commitOf(trees[at % 2 === 0 ? 0 : 1], `${at}`, { parents }));
  }
  const commands = [[NULL_ID, commits.at(-1)?.id ?? '', 'refs/heads/main'] as const];
  expect(await rawPush(remoteOf(project), { commands, objects: [blob, ...trees, ...commits] })).toContain('ok refs');
  await app.drainJobs();
  return project;
}

describe('GET /projects/:id/repository/commits?path= of a history that git would search for minutes', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await aCostlyHistory();
  });

  it('answers 503', async () => {
    expect(await owner.api.get(repositoryPath(project, 'commits?path=missing'))).toMatchObject({
      status: 503,
      body: { message: '503 Service Unavailable - The repository took too long to answer.' },
    });
  });

  it('ends when its client goes away', async () => {
    const leaving = new AbortController();
    const headers = { 'PRIVATE-TOKEN': owner.token };
    const path = repositoryPath(project, 'commits?path=missing');
    const asked = fetch(`${app.url}/api/v4/${path}`, { headers, signal: leaving.signal }).catch(() => undefined);
    await until(() => processes() === 1);
    leaving.abort();
    await asked;

    expect(await until(() => processes() === 0, 10)).toBe(true);
  });
});

/** Begins a request to git whose client sends no more of its body than this. */
function begin(service: string, body: string | Buffer) {
  const { hostname, port } = new URL(app.url);
  const sent = request({
    hostname,
    port,
    method: 'POST',
    path: `/${other.path_with_namespace}.git/${service}`,
    headers: {
      'content-type': `application/x-${service}-request`,
      ...(service === 'git-receive-pack' && {
        authorization: `Basic ${Buffer.from(`x:${owner.token}`).toString('base64')}`,
      }),
    },
  });
  sent.on('error', () => undefined);
  sent.write(body);
  return sent;
}

describe('clients of git that send slowly', () => {
  it('take no process before the beginning of their request has come', async () => {
    const sent = Array.from({ length: 2 * PROCESSES }, () => begin('git-upload-pack', pktLine('want ').slice(0, 4)));
    await Promise.all(sent.map((each) => once(each, 'socket')));

    const read = await owner.api.get(repositoryPath(other, 'commits'));
    expect(read.status).toBe(200);
    await until(() => processes() === 0);
    sent.forEach((each) => each.destroy());
  });

  it('leave a process to those who read by REST, and one to other clients of git', async () => {
    const pushing = Array.from({ length: 2 * PROCESSES }, () => begin('git-receive-pack', '00'));
    await until(() => processes() === PROCESSES / 2);
    const anonymous = begin('git-upload-pack', Buffer.alloc(32 * 1024, '0'));
    const address = `${app.url}/${other.path_with_namespace}.git/info/refs?service=git-upload-pack`;

    expect((await owner.api.get(repositoryPath(other, 'commits'))).status).toBe(200);
    anonymous.destroy();
    expect((await fetch(address)).status).toBe(200);
    pushing.forEach((each) => each.destroy());
    await until(() => processes() === 0);
  });
});

/** A commit whose message has so many bytes, as an entry of a pack, made piece by piece. */
async function longCommit(tree: RawObject, messageBytes: number): Promise<{ id: string; entry: Buffer }> {
  const head = commitOf(tree, '').content;
  const piece = Buffer.alloc(1024 * 1024, 'a');
  const size = head.length + messageBytes;
  const hash = createHash('sha1').update(`commit ${size}\0`).update(head);
  const deflate = createDeflate({ level: 1 });
  const packed = deflate.toArray();
  deflate.write(head);
  for (let left = messageBytes; left > 0; left -= piece.length) {
    const next = piece.subarray(0, left);
    hash.update(next);
    if (!deflate.write(next)) {
      await once(deflate, 'drain');
    }
  }
  deflate.end();
  const bytes = [(1 << 4) | (size & 0xf)];
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(left & 0x7f);
  }
  return { id: hash.digest('hex'), entry: Buffer.concat([Buffer.from(bytes), ...((await packed) as Buffer[])]) };
}

describe('git push of a commit of gigabytes that is sent as a few megabytes', () => {
  it('is refused, since git holds no object as large', async () => {
    const project = await aProject(owner.api);
    const { id, entry } = await longCommit(treeObject([]), 1200 * 1024 * 1024);
    const head = Buffer.from('PACK\0\0\0\x02\0\0\0\x01', 'latin1');
    const pack = Buffer.concat([head, entry]);
    const command = Buffer.from(`${pktLine(`${NULL_ID} ${id} refs/heads/main\0 report-status`)}0000`);
    const response = await fetch(`${app.url}/${project.path_with_namespace}.git/git-receive-pack`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-git-receive-pack-request',
        Authorization: `Basic ${Buffer.from(`x:${owner.token}`).toString('base64')}`,
      },
      body: Buffer.concat([command, pack, createHash('sha1').update(pack).digest()]),
    });

    expect(await response.text()).toContain('ng refs/heads/main unpacker error');
    expect((await owner.api.get(repositoryPath(project, 'branches'))).body).toEqual([]);
  });
});
