import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { Env } from '../../../src/platform/config/env.js';
import { readEnv } from '../../../src/platform/config/env.js';
import { Git } from '../../../src/platform/git/git.service.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { pktLine } from '../../support/raw-push.js';
import { exchange } from '../../support/registry-client.js';
import { until } from '../../support/until.js';

/** More than the kernel's buffers hold. */
const LARGE = 16_000_000;

let app: TestApp;
let owner: TestUser;
let project: TestProject;
let head: string;
beforeAll(async () => {
  app = await startApp({ env: { GIT_MAX_PROCESSES: '1', GIT_IDLE_TIMEOUT: '2s', GIT_QUEUE_TIMEOUT: '1s' } });
  owner = await aUser(app);
  project = await aProject(owner.api);
  const large = { action: 'create', file_path: 'large', encoding: 'base64' };
  const content = randomBytes(LARGE).toString('base64');
  head = await aCommit(owner.api, project, {}, { actions: [{ ...large, content }] });
  await app.drainJobs(); // what follows a commit takes the one process as well
});
afterAll(() => app.close());

const processes = () => app.app.get(Git).processes;

/** Begins a request below the repository; nothing of its body is sent yet. */
function begin(service: string) {
  const { hostname, port } = new URL(app.url);
  const sent = request({
    hostname,
    port,
    method: 'POST',
    path: `/${project.path_with_namespace}.git/${service}`,
    headers: {
      authorization: `Basic ${Buffer.from(`x:${owner.token}`).toString('base64')}`,
      'content-type': `application/x-${service}-request`,
    },
  });
  sent.on('error', () => undefined);
  return sent;
}

async function millisUntil(check: () => boolean): Promise<number> {
  const started = performance.now();
  while (!check()) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - started;
}

describe('GIT_IDLE_TIMEOUT and GIT_QUEUE_TIMEOUT', () => {
  it('are 30 s for a process and 120 s of silence by default', () => {
    const { git } = readEnv({});

    expect([git.queueTimeout, git.idleTimeout]).toEqual([30, 120]);
    expect(app.app.get(Env).git.idleTimeout).toBe(2);
  });

  it('close a push whose body stalls, and free its process', async () => {
    const started = performance.now();
    const pushing = begin('git-receive-pack');
    const closed = new Promise((resolve) => pushing.once('close', resolve));
    pushing.write('00');
    await millisUntil(() => processes() === 1);
    const waited = await millisUntil(() => processes() === 0);
    await closed;

    expect(performance.now() - started).toBeGreaterThan(1900);
    expect(waited).toBeLessThan(30_000); // by default after 120 s
    await until(async () => (await app.sql('select 1 from repository_leases')).length === 0);
  });

  it('do not close a push that goes on, however slowly', async () => {
    const pushing = begin('git-receive-pack');
    pushing.write('00');
    await millisUntil(() => processes() === 1);
    for (const byte of 'ffhalf a line') {
      await new Promise((resolve) => setTimeout(resolve, 250));
      expect(processes()).toBe(1);
      pushing.write(byte);
    }
    pushing.destroy();
    await millisUntil(() => processes() === 0);
  });

  it('close a clone that is not read', async () => {
    const cloning = begin('git-upload-pack');
    cloning.end(`${pktLine(`want ${head} no-progress\n`)}0000${pktLine('done\n')}`);
    const [response] = (await once(cloning, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.pause();
    response.on('error', () => undefined);
    const waited = await millisUntil(() => processes() === 0);
    let read = 0;
    response.on('data', (chunk: Buffer) => (read += chunk.length));
    response.resume();
    await new Promise((resolve) => response.once('close', resolve));

    expect(waited).toBeLessThan(30_000); // by default after 120 s
    expect(read).toBeLessThan(LARGE);
  });

  it('answer 503 to requests that wait too long for a process', async () => {
    const pushing = begin('git-receive-pack');
    pushing.write('00');
    await millisUntil(() => processes() === 1);
    pushing.write('ff');
    const going = setInterval(() => pushing.write('x'), 100); // else it is closed for its silence
    const authorization = `Basic ${Buffer.from(`x:${owner.token}`).toString('base64')}`;
    const target = `/${project.path_with_namespace}.git/info/refs?service=git-upload-pack`;
    const [byGit, byRest] = await Promise.all([
      exchange(app.url, 'GET', target, { headers: { authorization } }),
      owner.api.get(`projects/${project.id}/repository/branches`),
    ]);
    clearInterval(going);
    pushing.destroy();

    expect(byGit).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5', 'content-type': 'text/plain; charset=utf-8' },
    });
    expect(byRest).toMatchObject({ status: 503, text: '{"message":"503 Service Unavailable"}' });
    expect(byRest.headers.get('retry-after')).toBe('5');
    await millisUntil(() => processes() === 0);
  });
});
