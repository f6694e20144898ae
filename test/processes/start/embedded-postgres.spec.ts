import { spawn, spawnSync } from 'node:child_process';
import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedDatabase } from '../../../src/platform/database/embedded/embedded-database.js';
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded/embedded-postgres.js';
import { canEnter } from '../../../src/platform/database/embedded/server-command.js';
import {
  NOBODY,
  aDataDir,
  aHolder,
  end,
  isRoot,
  endsSoon,
  isRunning,
  keep,
  kept,
  query,
  removeAll,
  stopAll,
} from './data-dirs.js';

const QUICK = { fsync: 'off' };

/** Root may have its checkout where nobody else can read it; then no other user could start anything from it. */
const userMayRead = !isRoot || (await canEnter(path.resolve('node_modules'), { uid: NOBODY, gid: NOBODY }));

/** Whether these tests can run here; where they cannot, a line of the output says so, so that none is left out unseen. */
function canRun(isPossible: boolean, tests: string, reason: string): boolean {
  if (!isPossible) {
    process.stderr.write(`NOT RUN: ${tests}: ${reason}\n`);
  }
  return isPossible;
}

const AS_ROOT = 'startEmbeddedPostgres() as root';
const AS_ANOTHER_USER = 'startEmbeddedPostgres() as another user than root';
const describeAsRoot = canRun(isRoot, AS_ROOT, 'the tests run as another user') ? describe : describe.skip;
const describeAsUser = canRun(userMayRead, AS_ANOTHER_USER, 'only root may read this checkout')
  ? describe
  : describe.skip;

/** Shared by all tests that need no first start; each stops its server. */
let dataDir: string;

beforeAll(async () => {
  dataDir = await aDataDir();
});
afterEach(stopAll);
afterAll(removeAll);

describe('startEmbeddedPostgres()', () => {
  it('makes a durable database that only a socket for its owner leads to', async () => {
    const { connection, socketDirectory } = await startEmbeddedPostgres({ dataDir });

    const [settings] = await query(
      connection,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              current_setting('listen_addresses') AS addresses, current_database() AS name`,
    );

    expect(settings).toEqual({ fsync: 'on', commit: 'on', addresses: '', name: 'slipway' });
    expect((await lstat(socketDirectory)).mode & 0o777).toBe(0o700);
  });

  it('tells of the server as soon as it is launched', async () => {
    const launched: number[] = [];
    const onLaunch = (processId: number): Promise<void> => {
      launched.push(processId);
      return Promise.resolve();
    };

    const first = await startEmbeddedPostgres({ dataDir, onLaunch });
    await startEmbeddedPostgres({ dataDir, onLaunch });

    expect(launched).toEqual([first.processId]);
  });

  it('stops without a trace and finds its rows again at the next start', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await keep(first.connection, 'stopped');
    await first.stop();
    expect(await endsSoon(first.processId)).toBe(true);

    const second = await startEmbeddedPostgres({ dataDir });

    expect(await kept(second.connection)).toContain('stopped');
  });

  it('makes one database when two processes start at once', async () => {
    const ownDir = await aDataDir();

    const [first, second] = await Promise.all([
      startEmbeddedPostgres({ dataDir: ownDir, settings: QUICK }),
      startEmbeddedPostgres({ dataDir: ownDir, settings: QUICK }),
    ]);

    expect(first.processId).toBe(second.processId);
  });

  it('adopts the server that runs there, and stops it too', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await keep(first.connection, 'adopted');

    const adopted = await startEmbeddedPostgres({ dataDir });

    expect(adopted.processId).toBe(first.processId);
    expect(await kept(adopted.connection)).toContain('adopted');
    await adopted.stop();
    expect(await endsSoon(adopted.processId)).toBe(true);
  });

  it('starts again after the server itself was killed, with every row that was committed', async () => {
    const killed = await startEmbeddedPostgres({ dataDir });
    await keep(killed.connection, 'killed');
    process.kill(killed.processId, 'SIGKILL');

    const next = await startEmbeddedPostgres({ dataDir });

    expect(next.processId).not.toBe(killed.processId);
    expect(await kept(next.connection)).toContain('killed');
  });

  it('is not misled by an old lock file whose process number is somebody else’s by now', async () => {
    const first = await startEmbeddedPostgres({ dataDir, settings: QUICK });
    const lock = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    const [, ...lines] = (await readFile(lock, 'utf8')).split('\n');
    await first.stop();
    const stranger = spawn('sleep', ['300'], isRoot ? { uid: NOBODY, gid: NOBODY } : {});
    await writeFile(lock, [stranger.pid, ...lines].join('\n'));

    const second = await startEmbeddedPostgres({ dataDir, settings: QUICK });
    await second.stop();

    expect(isRunning(stranger.pid!)).toBe(true);
    stranger.kill();
  });

  it('puts the socket elsewhere when the path of the data directory is too long for one', async () => {
    const ownDir = path.join(await aDataDir(), 'a'.repeat(60), 'b'.repeat(60));
    const server = await startEmbeddedPostgres({ dataDir: ownDir, settings: QUICK });
    const { connection, socketDirectory } = server;

    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(socketDirectory.startsWith(ownDir)).toBe(false);
    expect((await lstat(socketDirectory)).mode & 0o777).toBe(isRoot ? 0o770 : 0o700); // for root: its own group
    await server.stop();
    await rm(socketDirectory, { recursive: true });
  });

  it('names DATABASE_URL when no PostgreSQL of this machine can run the database', async () => {
    const ownDir = await aDataDir();
    await mkdir(path.join(ownDir, 'postgres', 'cluster'), { recursive: true, mode: 0o711 });
    await writeFile(path.join(ownDir, 'postgres', 'cluster', 'PG_VERSION'), '9\n');

    await expect(startEmbeddedPostgres({ dataDir: ownDir })).rejects.toThrow(/No PostgreSQL 9 .* Set DATABASE_URL/);
  });
});

describeAsRoot(AS_ROOT, () => {
  it('puts the database where its account gets to, and finds it again', async () => {
    const closedDir = await aDataDir({ mode: 0o700 });
    const outsideDir = path.join(await aDataDir(), 'outside');
    const options = { dataDir: closedDir, outsideDir, settings: QUICK };
    const first = await startEmbeddedPostgres(options);
    await keep(first.connection, 'outside');
    await first.stop();

    const second = await startEmbeddedPostgres(options);

    expect((await lstat(path.join(closedDir, 'postgres'))).isSymbolicLink()).toBe(true);
    expect(second.socketDirectory.startsWith(outsideDir)).toBe(true);
    expect(await kept(second.connection)).toContain('outside');
    await second.stop();
    await rm(outsideDir, { recursive: true });
    await expect(startEmbeddedPostgres(options)).rejects.toThrow(/which is gone. Restore it/);
  });

  it.each([
    ['beside the cluster', 'data'],
    ['elsewhere, because the path of the data directory is too long', `${'a'.repeat(60)}/${'b'.repeat(60)}`],
  ])('keeps other processes of the server’s user from its socket, which lies %s', async (_where, name) => {
    const server = await startEmbeddedPostgres({ dataDir: path.join(await aDataDir(), name), settings: QUICK });
    const socket = path.join(server.socketDirectory, '.s.PGSQL.5432');
    const connecting = `require('node:net').connect(${JSON.stringify(socket)})
      .on('connect', () => console.log('connected')).on('error', ({ code }) => console.log(code))
      .setTimeout(2000).on('connect', function () { this.destroy(); })`;

    const asRoot = spawnSync(process.execPath, ['-e', connecting], { cwd: '/', encoding: 'utf8' });
    const asNobody = spawnSync(process.execPath, ['-e', connecting], {
      cwd: '/',
      encoding: 'utf8',
      uid: NOBODY,
      gid: NOBODY,
    });
    await server.stop();

    expect(asRoot.stdout).toBe('connected\n');
    expect(asNobody.stdout).toBe('EACCES\n');
  });
});

describeAsUser(AS_ANOTHER_USER, () => {
  it('runs the server as that user', async () => {
    const user = isRoot ? { uid: NOBODY } : {};
    const userDir = await aDataDir({ owner: user.uid });

    const holder = await aHolder({ dataDir: userDir, role: 'serve', ...user });

    expect(holder.refusal).toBeUndefined();
    const cluster = await lstat(path.join(userDir, 'postgres', 'cluster'));
    expect(cluster.uid).toBe(user.uid ?? process.getuid?.());
    await end(holder);
  });
});

describe('EmbeddedDatabase', () => {
  it('lets one process serve a data directory, and names it to the second', async () => {
    const holder = await aHolder({ dataDir, role: 'serve' });

    const second = EmbeddedDatabase.open({ dataDir, role: 'serve' });

    await expect(second).rejects.toThrow(
      `Slipway already runs on ${dataDir} (process ${holder.child.pid!}). Stop it first, or choose another DATA_DIR.`,
    );
    expect(await query(holder.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('ends the server within seconds after the only process that used it was killed', async () => {
    const serve = await aHolder({ dataDir, role: 'serve' });
    const { processId } = await startEmbeddedPostgres({ dataDir });

    await end(serve, 'SIGKILL');

    expect(await endsSoon(processId)).toBe(true);
  });

  it('keeps the server for a worker when the serving process was killed, and ends it when the worker is killed', async () => {
    const serve = await aHolder({ dataDir, role: 'serve' });
    const worker = await aHolder({ dataDir, role: 'worker' });
    const { processId } = await startEmbeddedPostgres({ dataDir });

    await end(serve, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await query(worker.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await end(worker, 'SIGKILL');

    expect(await endsSoon(processId)).toBe(true);
  });

  it('ends a server that was started again, too', async () => {
    const serve = await aHolder({ dataDir, role: 'serve' });
    process.kill((await startEmbeddedPostgres({ dataDir })).processId, 'SIGKILL');
    await expectEventually(async () => {
      expect(await query(serve.connection, "SELECT 1 FROM pg_locks WHERE locktype = 'advisory'")).toHaveLength(2);
    });
    const { processId } = await startEmbeddedPostgres({ dataDir });

    await end(serve, 'SIGKILL');

    expect(await endsSoon(processId)).toBe(true);
  });

  it('serves at once after the serving process was killed', async () => {
    await end(await aHolder({ dataDir, role: 'serve' }), 'SIGKILL');

    const database = await EmbeddedDatabase.open({ dataDir, role: 'serve' });
    await expectEventually(async () => {
      // the server may have been about to stop with its last user: then it starts again
      expect(await query(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    await database.close();
  });

  it('keeps the server for workers and commands until the last of them ends', async () => {
    const serve = await aHolder({ dataDir, role: 'serve' });
    const worker = await EmbeddedDatabase.open({ dataDir, role: 'worker' });
    const cli = await aHolder({ dataDir, role: 'cli' });

    await end(cli);
    await end(serve);
    expect(await query(worker.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);

    await worker.close();
    await expect(query(worker.connection, 'SELECT 1')).rejects.toThrow(/ENOENT/);
  });

  it('starts a server again that died under it, and still is the one that serves', async () => {
    const database = await EmbeddedDatabase.open({ dataDir, role: 'serve', settings: QUICK });
    const { processId } = await startEmbeddedPostgres({ dataDir });

    process.kill(processId, 'SIGKILL');
    await expectEventually(async () => {
      expect(await query(database.connection, "SELECT 1 FROM pg_locks WHERE locktype = 'advisory'")).toHaveLength(2);
    });

    await expect(EmbeddedDatabase.open({ dataDir, role: 'serve' })).rejects.toThrow(/already runs/);
    await database.close();
  });

  it('lets a server recover that lost one of its processes, and goes on with it', async () => {
    const database = await EmbeddedDatabase.open({ dataDir, role: 'serve', settings: QUICK });
    const { processId } = await startEmbeddedPostgres({ dataDir });
    const { connection } = database;
    await query(
      connection,
      `SELECT pg_logical_emit_message(true, 'x', repeat('x', 100000)) FROM generate_series(1, 300)`,
    );
    const [lease] = await query(
      connection,
      `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'slipway serve %'`,
    );

    process.kill(Number(lease!.pid), 'SIGKILL');
    await expectEventually(async () => {
      expect(await query(connection, "SELECT 1 FROM pg_locks WHERE locktype = 'advisory'")).toHaveLength(2);
    });

    expect((await startEmbeddedPostgres({ dataDir })).processId).toBe(processId);
    await database.close();
    expect(await endsSoon(processId)).toBe(true);
  });
});

async function expectEventually(assertion: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const holds = await assertion().then(
      () => true,
      () => false,
    );
    if (holds) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await assertion();
}
