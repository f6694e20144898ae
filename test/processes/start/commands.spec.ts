import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { runningPostmaster } from '../../../src/platform/database/embedded/postmaster.js';
import { freePort, startApp } from '../../support/app.js';
import { aDataDir } from '../../support/service.js';

let dataDir: Awaited<ReturnType<typeof aDataDir>>;
beforeEach(async () => {
  dataDir = await aDataDir();
});
afterEach(() => dataDir.remove());

/** What the operator's command printed, and its exit code; `behind` is what a shell does with its output. */
function cli(command: string, env: Record<string, string> = {}, behind = '') {
  const own = path.join(dataDir.path, 'own');
  return spawnSync('/bin/sh', ['-c', `"${process.execPath}" src/start.mjs cli ${command} ${behind}`], {
    env: { PATH: process.env.PATH, DATA_DIR: own, ...env },
    encoding: 'utf8',
  });
}

/** The second line of the shell's `times`: user and system time of its children. */
const childSeconds = (times: string): number =>
  [...(times.trim().split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );

const hasDatabase = () => existsSync(path.join(dataDir.path, 'own', 'postgres'));
const runningServer = () => runningPostmaster(path.join(dataDir.path, 'own', 'postgres', 'cluster'));

describe('npm run cli', () => {
  it.each([
    ['help', 0, /^Usage: .*\n(.*\n)*.* doctor /],
    ['', 0, /^Usage: /],
    ['help', 0, /^ {2}storage-moves schedule <kind> <id or path> .*\]\n {38}move a project/m],
    ['config', 0, /^port = 3000$/m],
    ['config', 0, /^deliveries\.retrySchedule = 3,30,300,1800,7200,21600,50400$/m],
    ['--help', 0, /^Usage: /],
    ['gc --help', 0, /^Usage: npm run cli -- gc \[--dry-run\] .*\n {2}collect images/],
    ['audit verify -h', 0, /^Usage: npm run cli -- audit verify\n/],
    ['help backup', 0, /^Usage: npm run cli -- backup <folder>\n/],
    [
      'help storage-moves',
      0,
      /^Usage: npm run cli -- storage-moves <command>\n( {2}storage-moves .*\n( {38}.*\n)?){9}$/,
    ],
    ['storage-moves --help', 0, /^Usage: npm run cli -- storage-moves <command>\n/],
  ])('%s answers without a database', (command, status, printed) => {
    const done = cli(command);

    expect(done).toMatchObject({ status, stderr: '' });
    expect(done.stdout).toMatch(printed);
    expect(hasDatabase()).toBe(false);
  });

  it.each([
    ['unheard-of', "Unknown command 'unheard-of': `npm run cli -- help` lists them.\n"],
    ['audit sign', "Unknown command 'audit sign': there is `audit verify`.\n"],
    ['config everything', "Unexpected argument 'everything'.\nUsage: npm run cli -- config\n"],
    ['backup --all', "Unknown option '--all'.\nUsage: npm run cli -- backup <folder>\n"],
  ])('%s is refused with what is wrong with it', (command, stderr) => {
    expect(cli(command)).toMatchObject({ status: 1, stdout: '', stderr });
    expect(hasDatabase()).toBe(false);
  });

  it.each(['help', 'config'])(
    '%s answers without loading the program: within half a second of a processor',
    (command) => {
      const spent = spawnSync(
        '/bin/sh',
        ['-c', `"${process.execPath}" dist/program/cli.js ${command} >/dev/null; times`],
        {
          env: { PATH: process.env.PATH, DATA_DIR: path.join(dataDir.path, 'own') },
          encoding: 'utf8',
        },
      );

      expect(childSeconds(spent.stdout)).toBeLessThan(0.5);
    },
  );

  it('create-admin and reset-password say in plain words what is refused', () => {
    expect(cli('create-admin somebody nothing').stderr).toMatch(/^email is invalid\.$/m);
    expect(cli('create-admin somebody a@example.com')).toMatchObject({ status: 0, stderr: '' });
    expect(cli('create-admin somebody b@example.com').stderr).toBe('Username has already been taken.\n');
    expect(cli('reset-password nobody').stderr).toBe('There is no user nobody.\n');
  });

  it.each(['help', 'doctor'])('%s leaves nothing behind when its output pipe is closed', async (command) => {
    const done = cli(command, {}, '| head -n 1');

    expect(done.stdout.trim().split('\n')).toHaveLength(1);
    expect(done.stderr).not.toContain('EPIPE');
    expect(await runningServer()).toBeUndefined();
  });

  it('unheard-of ends without a stack when nobody reads what it says', () => {
    const done = cli('unheard-of', {}, '2>&1 | true');

    expect(done.stderr).toBe('');
  });

  it.each([
    [
      'postgres://127.0.0.1:1/slipway?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
      /^The database 127\.0\.0\.1:1\/slipway cannot be used: ENOENT: .*\/nowhere\/ca\.pem.*\. Check DATABASE_URL\.\n$/,
    ],
    [
      'postgres://127.0.0.1:1/hidden@db.example/slipway',
      /^The database db\.example\/slipway cannot be used: .*\. Check DATABASE_URL\.\n$/,
    ],
  ])('says in one sentence that the DATABASE_URL %s cannot be used', (url, sentence) => {
    const refused = cli('doctor', { DATABASE_URL: url });

    expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(sentence) });
  });

  it('says in one sentence that the database of DATABASE_URL cannot be reached, without its password', async () => {
    const port = await freePort();

    const refused = cli('doctor', { DATABASE_URL: `postgres://slipway:hidden@127.0.0.1:${port}/slipway` });

    expect(refused).toMatchObject({
      status: 1,
      stdout: '',
      stderr:
        `The database 127.0.0.1:${port}/slipway cannot be used: connect ECONNREFUSED 127.0.0.1:${port}. ` +
        'Check DATABASE_URL.\n',
    });
  });

  it('says in one sentence that the database of DATABASE_URL takes no writes, as one that stands by', async () => {
    const app = await startApp({ jobs: false });
    const name = new URL(app.environment.DATABASE_URL ?? '').pathname.slice(1);
    await app.sql(`alter database ${name} set default_transaction_read_only = on`);

    const refused = cli('doctor', app.environment);
    await app.close();

    expect(refused).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The database cannot be used: cannot execute \w+ in a read-only transaction\.\n$/),
    });
  });

  it('says in one sentence that the key in DATA_DIR cannot be read', async () => {
    const app = await startApp({ jobs: false });
    await rm(path.join(app.environment.DATA_DIR ?? '', 'secret_key'));
    await mkdir(path.join(app.environment.DATA_DIR ?? '', 'secret_key'));

    const refused = cli('doctor', app.environment);
    await app.close();

    expect(refused).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^SECRET_KEY is not set, and .*secret_key cannot be used: EISDIR.*\n$/),
    });
  });
});
