import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient, remoteOf } from '../../support/git.js';
import { pktLine } from '../../support/raw-push.js';
import { exchange } from '../../support/registry-client.js';

let app: TestApp;
let git: GitClient;
let owner: TestUser;
let project: TestProject;
let head: string;
beforeAll(async () => {
  app = await startApp();
  git = await GitClient.make();
  owner = await aUser(app);
  project = await aProject(owner.api);
  await git.ok(['init', '-q', '-b', 'main', 'work']);
  await git.ok(['remote', 'add', 'origin', remote()], { in: 'work' });
  for (let count = 0; count < 5; count++) {
    await writeFile(path.join(git.directory, 'work', `file-${count}`), `content ${count}\n`.repeat(50));
    await git.ok(['add', '.'], { in: 'work' });
    await git.ok(['commit', '-q', '-m', `number ${count}`], { in: 'work' });
  }
  await git.ok(['push', '-q', 'origin', 'main', 'main~2:refs/heads/older'], { in: 'work' });
  await app.sql('select 1');
  head = await git.ok(['rev-parse', 'HEAD'], { in: 'work' });
});
afterAll(async () => {
  await app.close();
  await git.remove();
});

const remote = () => remoteOf(app.url, project.path_with_namespace, { username: owner.username, secret: owner.token });
interface Sent {
  headers?: Record<string, string>;
  body?: Buffer | string | Readable;
}

function send(method: string, rest: string, { headers, body }: Sent = {}) {
  const authorization = `Basic ${Buffer.from(`x:${owner.token}`).toString('base64')}`;
  return exchange(app.url, method, `/${project.path_with_namespace}.git/${rest}`, {
    headers: { authorization, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}
const advertisement = (service: string, protocol?: string) =>
  send('GET', `info/refs?service=${service}`, protocol === undefined ? {} : { headers: { 'git-protocol': protocol } });
const wanting = () => `${pktLine(`want ${head} no-progress\n`)}0000${pktLine('done\n')}`;
const UPLOAD = { 'content-type': 'application/x-git-upload-pack-request' };
const RECEIVE = { 'content-type': 'application/x-git-receive-pack-request' };

describe('GET info/refs', () => {
  it.each([undefined, 'version=1', 'version=0', 'VERSION=2', `version=2${':x'.repeat(60)}`, 'version=2;'])(
    'begins with the name of the service for protocol %s',
    async (protocol) => {
      const { status, headers, bytes } = await advertisement('git-upload-pack', protocol);

      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/x-git-upload-pack-advertisement');
      expect(bytes.toString().startsWith('001e# service=git-upload-pack\n0000')).toBe(true);
      expect(bytes.toString()).toContain(`${head} refs/heads/main`);
    },
  );

  it('answers protocol 2 when the client asks for it', async () => {
    const { bytes } = await advertisement('git-upload-pack', 'version=2');

    expect(bytes.toString().startsWith(pktLine('version 2\n'))).toBe(true);
    expect(bytes.toString()).toContain('filter');
  });

  it('answers protocol 0 for receive-pack, with push options, and without hidden refs', async () => {
    await app.sql('select 1');
    const { headers, bytes } = await advertisement('git-receive-pack', 'version=2');

    expect(headers['content-type']).toBe('application/x-git-receive-pack-advertisement');
    expect(bytes.toString().startsWith('001f# service=git-receive-pack\n0000')).toBe(true);
    expect(bytes.toString()).toContain('push-options');
    expect(bytes.toString()).not.toContain('refs/keep');
  });
});

describe('POST git-upload-pack and git-receive-pack', () => {
  it.each([
    ['git-upload-pack', { 'content-type': 'text/plain' }],
    ['git-upload-pack', {}],
    ['git-upload-pack', RECEIVE],
    ['git-upload-pack', { ...UPLOAD, 'content-encoding': 'br' }],
    ['git-receive-pack', UPLOAD],
    ['git-receive-pack', { ...RECEIVE, 'content-encoding': 'deflate' }],
  ])('answer 415 to %s with %j', async (service, headers) => {
    expect(await send('POST', service, { headers, body: '0000' })).toMatchObject({ status: 415 });
  });

  it.each(['git-upload-pack', 'git-receive-pack'])('answer 200 to 0000 for %s', async (service) => {
    const headers = { 'content-type': `application/x-${service}-request` };
    const answer = await send('POST', service, { headers, body: '0000' });

    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': `application/x-${service}-result` } });
  });

  it.each([
    ['plain', (body: string) => ({ body, headers: UPLOAD })],
    ['gzipped', (body: string) => ({ body: gzipSync(body), headers: { ...UPLOAD, 'content-encoding': 'gzip' } })],
    ['chunked', (body: string) => ({ body: Readable.from([body.slice(0, 10), body.slice(10)]), headers: UPLOAD })],
    ['announced', (body: string) => ({ body, headers: { ...UPLOAD, expect: '100-continue' } })],
  ])('answer a pack to a body that is %s', async (_form, sent) => {
    const { status, headers, bytes } = await send('POST', 'git-upload-pack', sent(wanting()));

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/x-git-upload-pack-result');
    expect(headers['cache-control']).toBe('no-cache, max-age=0, must-revalidate');
    expect(bytes.includes('PACK')).toBe(true);
  });

  it('answer 500 without details to a body that git does not understand', async () => {
    const answer = await send('POST', 'git-upload-pack', { headers: UPLOAD, body: 'zzzz' });

    expect(answer).toMatchObject({ status: 500 });
    expect(answer.bytes.toString()).toBe('Internal Server Error');
  });

  it('answer 400 to a body that says it is gzipped and is not', async () => {
    const headers = { ...UPLOAD, 'content-encoding': 'gzip' };

    expect(await send('POST', 'git-upload-pack', { headers, body: 'zzzz' })).toMatchObject({ status: 400 });
  });

  it('limit the body of a pull as sent and as unpacked', async () => {
    const want = pktLine(`want ${head}\n`);
    const many = Buffer.from(pktLine(`want ${head} no-progress\n`) + want.repeat(240_000));
    const bomb = gzipSync(Buffer.from(pktLine(`want ${head} no-progress\n`) + want.repeat(2_200_000)));

    expect(await send('POST', 'git-upload-pack', { headers: UPLOAD, body: many })).toMatchObject({ status: 413 });
    expect(
      await send('POST', 'git-upload-pack', { headers: { ...UPLOAD, 'content-encoding': 'gzip' }, body: bomb }),
    ).toMatchObject({ status: 413 });
  });
});

describe('git clone, git fetch and git push', () => {
  const fresh = (() => {
    let count = 0;
    return () => `copy-${++count}`;
  })();

  it.each([
    ['shallow', ['--depth', '1'], 1],
    ['of one branch', ['--single-branch', '--branch', 'older'], 3],
    ['partial, without blobs', ['--filter=blob:none'], 5],
    ['partial, without trees', ['--filter=tree:0', '--no-checkout'], 5],
    ['by protocol 0', ['-c', 'protocol.version=0'], 5],
    ['by protocol 1', ['-c', 'protocol.version=1'], 5],
    ['mirrored', ['--mirror'], 5],
  ])('make clones that are %s', async (_what, args, commits) => {
    const name = fresh();
    await git.ok(['clone', '-q', ...args, remote(), name]);

    expect((await git.ok(['rev-list', 'HEAD'], { in: name })).split('\n')).toHaveLength(commits);
  });

  it('fetch a commit by its id, and deepen', async () => {
    const name = fresh();
    const older = await git.ok(['rev-parse', 'HEAD~3'], { in: 'work' });
    await git.ok(['init', '-q', name]);
    await git.ok(['fetch', '-q', '--depth', '1', remote(), older], { in: name });
    expect(await git.ok(['rev-list', 'FETCH_HEAD'], { in: name })).toBe(older);
    await git.ok(['fetch', '-q', '--depth', '2', remote(), older], { in: name });
    expect((await git.ok(['rev-list', 'FETCH_HEAD'], { in: name })).split('\n')).toHaveLength(2);
  });

  it('cannot fetch what only hidden refs hold, by name or in a list', async () => {
    const rows = await app.sql<{ id: number }>('select id from repositories where project_id = $1', [project.id]);
    const { KeepRefsService } = await import('../../../src/modules/repositories/refs/keep-refs.service.js');
    await app.app.get(KeepRefsService).keep(rows[0]!.id, 'pipelines', 7, head);

    expect(await git.ok(['ls-remote', remote()])).not.toContain('refs/keep');
    expect((await git.run(['fetch', remote(), 'refs/keep/pipelines/7'], { in: 'work' })).code).not.toBe(0);
    const branches = await owner.api.get(`projects/${project.id}/repository/branches`);
    expect(branches.body.map(({ name }: { name: string }) => name)).toEqual(['main', 'older']);
  });

  it('push more than the buffer: a probe first, then chunks', async () => {
    await writeFile(
      path.join(git.directory, 'work', 'noise'),
      Buffer.from(Array.from({ length: 300_000 }, () => Math.random() * 256)),
    );
    await git.ok(['add', '.'], { in: 'work' });
    await git.ok(['commit', '-q', '-m', 'noise'], { in: 'work' });
    await git.ok(['-c', 'http.postBuffer=65536', 'push', '-q', 'origin', 'main:noise'], { in: 'work' });

    expect(await git.ok(['ls-remote', remote(), 'noise'])).toContain(
      await git.ok(['rev-parse', 'HEAD'], { in: 'work' }),
    );
  });

  it('ask without credentials first, and print the refusal', async () => {
    const url = remoteOf(app.url, project.path_with_namespace, { username: 'x', secret: 'wrong' });
    const { code, stderr } = await git.run(['ls-remote', url]);

    expect(code).toBe(128);
    expect(stderr).toContain('remote: HTTP Basic: Access denied');
  });

  it('push a thousand commits', async () => {
    const stream = Array.from({ length: 1000 }, (_, at) => {
      const text = `number ${at}`;
      return `commit refs/heads/long\nmark :${at + 1}\ncommitter Ada <ada@example.com> ${1_700_000_000 + at} +0000\ndata ${text.length}\n${text}\n`;
    });
    await git.ok(['fast-import', '--quiet'], { in: 'work', input: stream.join('') });
    await git.ok(['push', '-q', 'origin', 'long'], { in: 'work' });
    const name = fresh();
    await git.ok(['clone', '-q', '--single-branch', '--branch', 'long', remote(), name]);

    expect(await git.ok(['rev-list', '--count', 'HEAD'], { in: name })).toBe('1000');
  });
});
