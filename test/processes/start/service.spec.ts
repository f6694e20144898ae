import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded/embedded-postgres.js';
import { runningPostmaster } from '../../../src/platform/database/embedded/postmaster.js';
import type { Answer } from '../../support/api-client.js';
import { freePort } from '../../support/app.js';
import { runCli, runProgram } from '../../support/program.js';
import { aDataDir, startService } from '../../support/service.js';
import { until } from '../../support/until.js';

let dataDir: Awaited<ReturnType<typeof aDataDir>>;
beforeEach(async () => {
  dataDir = await aDataDir();
});
afterEach(() => dataDir.remove());

describe('npm start', () => {
  it('gives an instance that a script drives at once with ADMIN_TOKEN, and ends with 0 on SIGTERM', async () => {
    const service = await startService({ DATA_DIR: dataDir.path });

    expect(await service.admin.get('user')).toMatchObject({
      status: 200,
      body: { id: 1, username: 'root', is_admin: true },
    });
    expect(service.output().trim().split('\n').length).toBeLessThanOrEqual(12);
    expect(await service.end('SIGTERM')).toBe(0);
  });

  it('refuses a second service on the same DATA_DIR with a sentence', async () => {
    const service = await startService({ DATA_DIR: dataDir.path });

    const second = await runProgram([], { DATA_DIR: dataDir.path, PORT: String(await freePort()) });

    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/already runs on .*Stop it first/);
    await service.end('SIGTERM');
  });

  it('stops its database however many stop signals it gets', async () => {
    const service = await startService({ DATA_DIR: dataDir.path });
    const ended = service.end('SIGTERM');
    const again = setInterval(() => service.process.kill('SIGINT'), 20);

    expect(await ended).toBe(0);
    clearInterval(again);
    expect(await runningPostmaster(path.join(dataDir.path, 'postgres', 'cluster'))).toBeUndefined();
  });

  it('says at the next start that ADMIN_TOKEN and ADMIN_PASSWORD have no effect any more', async () => {
    const first = await startService({ DATA_DIR: dataDir.path });
    expect(await first.end('SIGTERM')).toBe(0);
    expect(first.output()).not.toContain('ignored');

    const second = await startService({
      DATA_DIR: dataDir.path,
      ADMIN_PASSWORD: 'another-password',
      BASE_URL: 'https://slipway.example',
    });
    await until(() => second.output().includes('Ctrl-C stops it'));
    expect(second.output()).toContain(
      `Slipway listens on ${second.url}, and is https://slipway.example to its clients\n`,
    );
    expect(second.output()).toContain(
      'ADMIN_PASSWORD and ADMIN_TOKEN ignored: the instance exists, and root keeps what was chosen at its first start',
    );
    expect(await second.end('SIGINT')).toBe(0);
    expect(second.output()).toMatch(/\nStopping \.\.\.\n$/);
  });

  it('writes JSON to a file, and lines for people to a terminal, who see requests at debug only', async () => {
    const service = await startService({ DATA_DIR: dataDir.path, LOG_LEVEL: 'info' });
    await service.admin.get('projects/nothing');
    await until(() => service.output().includes('"target":"/api/v4/projects/nothing"'));
    expect(await service.end('SIGTERM')).toBe(0);

    const quiet = await startService({ DATA_DIR: dataDir.path, LOG_LEVEL: 'info', LOG_FORMAT: 'text' });
    await quiet.admin.get('projects/nothing');
    expect(await quiet.end('SIGTERM')).toBe(0);
    expect(quiet.output()).not.toMatch(/projects|\{/);

    const debug = await startService({ DATA_DIR: dataDir.path, LOG_LEVEL: 'debug', LOG_FORMAT: 'text' });
    await debug.admin.get('projects/nothing');
    expect(await debug.end('SIGTERM')).toBe(0);
    expect(debug.output()).toMatch(/^\d\d:\d\d:\d\d DEBUG request: .*target=\/api\/v4\/projects\/nothing status=404/m);
  });

  it.each([
    [
      'json',
      /^\{"level":40,"time":"[^"]*","area":"process","warning":"Warning",.*"msg":"SECURITY WARNING: The SSL.*"\}$/,
    ],
    ['text', /^[0-9:]{8} WARN process: SECURITY WARNING: The SSL.* warning=Warning$/],
  ])('writes what a library warns of as one line of the log: %s', async (format, line) => {
    const env = { DATA_DIR: dataDir.path, LOG_FORMAT: format, PORT: String(await freePort()) };
    const url = 'postgres://somebody@127.0.0.1:1/slipway?sslmode=require';

    const refused = await runProgram([], { ...env, DATABASE_URL: url });

    expect(refused.stdout.trim()).toMatch(line);
    expect(refused.stderr.trim()).toMatch(/^The database 127\.0\.0\.1:1\/slipway cannot be used: .*$/);
  });

  it('refuses a weak SECRET_KEY in production with a sentence', async () => {
    const refused = await runProgram([], { DATA_DIR: dataDir.path, NODE_ENV: 'production', SECRET_KEY: 'changeme' });

    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^SECRET_KEY is too weak for production: .*openssl rand.*\n$/);
    expect(await readdir(dataDir.path)).toEqual([]);
  });

  it.each([
    ['REGISTRY_GC_GRACE', 'soon', /^REGISTRY_GC_GRACE must be a duration.*$/],
    ['BLOB_STORE', 'somewhere', /^BLOB_STORE must be .*$/],
    ['STORAGES', 'a=/tmp/slipway-same,b=/tmp/slipway-same', /^STORAGES must name .*$/m],
    ['OUTBOUND_ALLOW', 'no host', /^OUTBOUND_ALLOW: "no host" is no host, address or network\.$/],
    ['INTEGRATION_ENDPOINTS', '/dev/null/bases', /^INTEGRATION_ENDPOINTS: \/dev\/null\/bases cannot be read\.$/],
    ['HOST', 'nowhere.invalid', /^HOST: nowhere\.invalid is the name of no address\.$/],
    ['BLOB_STORE', 'file:/dev/null', /^BLOB_STORE: \/dev\/null is no directory\.$/m],
    ['BLOB_STORE', 'file:/proc/blobs', /^BLOB_STORE: \/proc\/blobs cannot be made there\.$/m],
    ['STORAGES', 'a=/proc/repositories', /^STORAGES: the directory of "a" cannot be used\.$/m],
    ['DATA_DIR', '/dev/null/data', /^DATA_DIR: \/dev\/null is no directory\.$/],
    ['DATA_DIR', '/dev/null', /^DATA_DIR: \/dev\/null is no directory\.$/],
    ['DATA_DIR', '/proc/data', /^DATA_DIR: \/proc\/data cannot be made there\.$/],
  ])('stops with one line that names a bad %s: %s', async (name, value, line) => {
    const refused = await runProgram([], { DATA_DIR: dataDir.path, [name]: value });

    expect(refused.code).toBe(1);
    expect(refused.stderr.trim()).toMatch(line);
    expect(refused.stdout).toBe('');
  });

  it('refuses a port that is taken with a sentence, before anything is created', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;

    const refused = await runProgram([], { DATA_DIR: dataDir.path, PORT: String(port) });

    expect(refused.code).toBe(1);
    expect(refused.stderr).toBe(
      `127.0.0.1:${port} is in use already: stop what listens there, or choose another PORT.\n`,
    );
    expect(await readdir(dataDir.path)).toEqual([]);
    await new Promise((resolve) => taken.close(resolve));
  });

  it.each([
    ['is missing', null, /^git 2\.24 or newer is needed and cannot be run \(.*ENOENT\): install it in PATH\.\n$/],
    ['is too old', 'git version 2.11.0', /^Slipway needs git 2\.24 or newer; in PATH is git version 2\.11\.0\.\n$/],
  ])('refuses to start where git %s, before anything is created, and doctor names it', async (_, version, sentence) => {
    const programs = path.join(dataDir.path, 'bin');
    await mkdir(programs);
    if (version !== null) {
      await writeFile(path.join(programs, 'git'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
    }
    const own = path.join(dataDir.path, 'own');
    const port = String(await freePort());

    const refused = await runProgram([], { DATA_DIR: own, PORT: port, PATH: programs });
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) });
    expect(await readdir(dataDir.path)).toEqual(['bin']);

    const doctor = await runCli(['doctor', '--quick'], { DATA_DIR: own, PATH: programs });
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringMatching(/^git: .*2\.24 or newer/m)]);
  });

  it('refuses another SECRET_KEY than the one its secrets were encrypted with', async () => {
    const service = await startService({ DATA_DIR: dataDir.path });
    await service.end('SIGTERM');

    const another = { DATA_DIR: dataDir.path, SECRET_KEY: 'x'.repeat(40) };
    await expect(startService(another)).rejects.toThrow(/SECRET_KEY is not the key/);
    await expect(startService(another, 'worker')).rejects.toThrow(/SECRET_KEY is not the key/);
    const doctor = await runCli(['doctor', '--quick'], another);
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('secret_key: is not the key')]);
  });
});

describe('npm start, ended by kill -9', () => {
  it('ends its database within seconds', async () => {
    const service = await startService({ DATA_DIR: dataDir.path });
    const cluster = path.join(dataDir.path, 'postgres', 'cluster');
    expect(await runningPostmaster(cluster)).toBeDefined();

    await service.end('SIGKILL');
    await until(async () => (await runningPostmaster(cluster)) === undefined);
  });

  it('loses no write that was answered, and runs the jobs of every commit exactly once', async () => {
    const service = await startService({ DATA_DIR: dataDir.path });
    const group = (await service.admin.post('groups', { name: 'G', path: 'g' })).body;
    const answered = new Set<string>();
    const writes = Array.from({ length: 200 }, async (_, index) => {
      const path = `p${index}`;
      const answer = await answerOf(() => service.admin.post('projects', { path, namespace_id: group.id }));
      if (answer?.status === 201) {
        answered.add(path);
      }
      if (answer?.status === 201 && index % 2 === 0) {
        answered.delete(path); // a deletion whose answer is lost may have happened
        const deleted = await answerOf(() => service.admin.delete(`projects/${answer.body.id}`));
        if (deleted?.status === 202) {
          answered.add(`deleted ${answer.body.id} ${deleted.body.operation.id}`);
        }
      }
      if (answered.size === 60) {
        service.process.kill('SIGKILL');
      }
    });
    await Promise.all(writes);
    await service.end('SIGKILL');

    const again = await startService({ DATA_DIR: dataDir.path });
    await lapseLeases(service.process.pid);
    await jobsAtRest(again.admin);
    const kept = new Set<string>();
    for (let page = 1; page <= 3; page++) {
      const { body } = await again.admin.get(`projects?per_page=100&page=${page}`);
      body.forEach((project: { path: string }) => kept.add(project.path));
    }

    expect(answered.size).toBeGreaterThan(10);
    const created = [...answered].filter((write) => !write.startsWith('deleted '));
    expect(created.filter((name) => !kept.has(name))).toEqual([]);
    for (const [, id, operation] of [...answered]
      .filter((write) => !created.includes(write))
      .map((write) => write.split(' '))) {
      expect((await again.admin.get(`projects/${id}`)).status).toBe(404);
      expect((await again.admin.get(`operations/${operation}`)).body.state).toBe('finished');
    }
    expect(await again.end('SIGTERM')).toBe(0);
  });
});

/** Null when the service went away; a client that is told that it is too busy asks again. */
async function answerOf(ask: () => Promise<Answer>): Promise<Answer | null> {
  const answer = await ask().catch(() => null);
  return answer?.status === 503 ? answerOf(ask) : answer;
}

/** 30 s later, for the jobs that this process held. */
async function lapseLeases(pid: number | undefined): Promise<void> {
  const { connection } = await startEmbeddedPostgres({ dataDir: dataDir.path }); // finds the one that runs
  const client = new Client(connection);
  await client.connect();
  await client.query('update jobs set run_at = now() where leased_by like $1', [`%-${pid}-%`]);
  await client.end();
}

async function jobsAtRest(admin: { get(path: string): Promise<{ body: unknown }> }): Promise<void> {
  for (let round = 0; round < 400; round++) {
    const { body } = await admin.get('operations?state=scheduled');
    const running = await admin.get('operations?state=running');
    if (Array.isArray(body) && body.length === 0 && Array.isArray(running.body) && running.body.length === 0) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Jobs did not come to rest within 40 s.');
}
