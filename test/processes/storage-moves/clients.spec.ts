import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ADMIN_TOKEN } from '../../support/app.js';
import { GitClient, remoteOf } from '../../support/git.js';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';

const BYTES = 400_000;
/** A copy takes about eight seconds: a push begins meanwhile. */
const BYTES_PER_SECOND = 50_000;
/** A copy takes so long that a service can be killed meanwhile, however busy the machine is. */
const SLOW_BYTES_PER_SECOND = 10_000;

let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let git: GitClient;
let service: Service;
let id: number;
const start = async (bytesPerSecond: number): Promise<void> => {
  service = await startService({
    DATA_DIR: dataDir.path,
    STORAGES: `default=${path.join(dataDir.path, 'a')},second=${path.join(dataDir.path, 'b')}`,
    STORAGE_MOVE_RATE: String(bytesPerSecond),
  });
};
const remote = () => remoteOf(service.url, 'root/code', { username: 'root', secret: ADMIN_TOKEN });
const moves = () => `projects/${id}/repository_storage_moves`;
const commit = async (name: string) => {
  await writeFile(path.join(git.directory, 'work', name), name);
  await git.ok(['add', '.'], { in: 'work' });
  await git.ok(['commit', '-q', '-m', name], { in: 'work' });
};
const push = async (name: string) => {
  await commit(name);
  return git.run(['push', remote(), 'main'], { in: 'work' });
};
const refs = () => git.ok(['ls-remote', remote()]);

async function until<T>(ask: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 1200; tries += 1) {
    const found = await ask();
    if (isSo(found)) {
      return found;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It did not come so far in time.');
}
const moveNow = async () => (await service.admin.get(moves())).body[0];
const schedule = (destination: string) => service.admin.post(moves(), { destination_storage_name: destination });

beforeAll(async () => {
  dataDir = await aDataDir();
  git = await GitClient.make();
  await start(BYTES_PER_SECOND);
  id = (await service.admin.post('projects', { path: 'code' })).body.id;
  await git.ok(['init', '-q', '-b', 'main', 'work']);
  await writeFile(path.join(git.directory, 'work', 'large'), randomBytes(BYTES));
  await push('first');
});
afterAll(async () => {
  await service.end('SIGTERM');
  await git.remove();
  await dataDir.remove();
});

describe('git during a storage move', () => {
  it('clones all the time, and is told why a push is refused', async () => {
    const before = await refs();
    await commit('during');
    await schedule('second');
    const pushed = await git.run(['push', remote(), 'main'], { in: 'work' });
    const clone = await git.run(['clone', '-q', remote(), 'clone-1']);
    const move = await until(moveNow, ({ finished_at: end }) => end !== null);
    const again = await git.run(['push', remote(), 'main'], { in: 'work' });

    expect(pushed.code).not.toBe(0);
    expect(pushed.stderr).toContain('The repository is temporarily read-only. Please try again later.');
    expect(clone.code).toBe(0);
    expect(move).toMatchObject({ state: 'finished', error_message: null });
    expect(before).not.toBe(await refs());
    expect(again.code).toBe(0);
    expect((await git.run(['clone', '-q', remote(), 'clone-2'])).code).toBe(0);
    await git.ok(['fsck', '--full'], { in: 'clone-2' });
  });
});

describe('a service that is killed during a storage move', () => {
  it('leaves the repository whole on its source, writable, and nothing on the destination', async () => {
    await service.end('SIGTERM');
    await start(SLOW_BYTES_PER_SECOND);
    const before = await refs();
    await schedule('default');
    await until(moveNow, ({ progress }) => progress !== null && progress.done > 0);
    await service.end('SIGKILL');
    await start(BYTES_PER_SECOND);
    const move = await until(moveNow, ({ finished_at: end }) => end !== null);

    expect(move).toMatchObject({ state: 'failed', error_message: 'The worker stopped. Schedule the move again.' });
    expect((await service.admin.get(`projects/${id}`)).body.repository_storage).toBe('second');
    expect(await refs()).toBe(before);
    expect((await push('after')).code).toBe(0);
    expect(await readdir(path.join(dataDir.path, 'a', '+moves')).catch(() => [])).toEqual([]);

    await schedule('default');

    expect(await until(moveNow, ({ finished_at: end }) => end !== null)).toMatchObject({ state: 'finished' });
    expect((await git.run(['clone', '-q', remote(), 'clone-3'])).code).toBe(0);
  });
});
