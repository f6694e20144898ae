import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { jest } from '@jest/globals';
import { runningPostmaster } from '../../../src/platform/database/embedded/postmaster.js';
import { freePort } from '../../support/app.js';
import { aDataDir } from '../../support/service.js';

jest.setTimeout(60_000);

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

const hasDatabase = () => existsSync(path.join(dataDir.path, 'own', 'postgres'));
const runningServer = () => runningPostmaster(path.join(dataDir.path, 'own', 'postgres', 'cluster'));

describe('npm run cli', () => {
  it.each([
    ['help', 0, /^Usage: .*\n(.*\n)*.* doctor /],
    ['', 0, /^Usage: /],
    ['config', 0, /^port = 3000$/m],
    ['unheard-of', 1, /^Usage: /],
  ])('%s answers without a database', (command, status, printed) => {
    const done = cli(command);

    expect(done).toMatchObject({ status, stderr: '' });
    expect(done.stdout).toMatch(printed);
    expect(hasDatabase()).toBe(false);
  });

  it.each(['help', 'doctor'])('%s leaves nothing behind when its output pipe is closed', async (command) => {
    const done = cli(command, {}, '| head -n 1');

    expect(done.stdout.trim().split('\n')).toHaveLength(1);
    expect(done.stderr).not.toContain('EPIPE');
    expect(await runningServer()).toBeUndefined();
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
});
