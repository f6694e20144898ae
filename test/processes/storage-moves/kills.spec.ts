import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ADMIN_TOKEN } from '../../support/app.js';
import { GitClient, remoteOf } from '../../support/git.js';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { until } from '../../support/until.js';

const STOPPED = { state: 'failed', error_message: 'The worker stopped. Schedule the move again.' };
const FINISHED = { state: 'finished', error_message: null };

let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let git: GitClient;
let service: Service;
let id: number;
const inDataDir = (...names: string[]) => path.join(dataDir.path, ...names);
const start = () =>
  startService(
    { DATA_DIR: dataDir.path, STORAGES: `default=${inDataDir('default')},second=${inDataDir('second')}` },
    'serve',
    'test/support/stopping-mover.mjs',
  );
const remote = () => remoteOf(service.url, 'root/code', { username: 'root', secret: ADMIN_TOKEN });
const storageNow = async () => (await service.admin.get(`projects/${id}`)).body.repository_storage as string;
const push = async (name: string) => {
  await writeFile(path.join(git.directory, 'work', name), name);
  await git.ok(['add', '.'], { in: 'work' });
  await git.ok(['commit', '-q', '-m', name], { in: 'work' });
  await git.ok(['push', '-q', remote(), 'main'], { in: 'work' });
};

/** The storages that hold a directory of the project, and what else moves left anywhere. */
async function onDisk() {
  const { disk_path: diskPath } = (await service.admin.get(`projects/${id}/storage`)).body;
  const storages = ['default', 'second'];
  const left = await Promise.all(
    storages.flatMap((name) =>
      ['+moves', '+deleted'].map((folder) => readdir(inDataDir(name, folder)).catch(() => [])),
    ),
  );
  return { on: storages.filter((name) => existsSync(inDataDir(name, `${diskPath}.git`))), left: left.flat() };
}

beforeAll(async () => {
  dataDir = await aDataDir();
  git = await GitClient.make();
  const built = await startService({ DATA_DIR: dataDir.path });
  await built.end('SIGTERM');
  service = await start();
  id = (await service.admin.post('projects', { path: 'code' })).body.id;
  await git.ok(['init', '-q', '-b', 'main', 'work']);
  await push('first');
});
afterAll(async () => {
  await service.end('SIGTERM');
  await git.remove();
  await dataDir.remove();
});

describe('a service that is killed during a storage move', () => {
  it.each([
    ['begun', 'before the copy', STOPPED],
    ['copied', 'before the comparison', STOPPED],
    ['compared', 'before the copy is in its place', STOPPED],
    ['placed', 'before the switch', STOPPED],
    ['replicated', 'after the switch', FINISHED],
    ['cleaned', 'after the old copy was removed', FINISHED],
  ])('at "%s", %s, leaves one whole repository that can be written', async (step, _where, outcome) => {
    const [source, refs] = [await storageNow(), await git.ok(['ls-remote', remote()])];
    const destination = source === 'default' ? 'second' : 'default';
    await writeFile(inDataDir('stop-at'), step);
    await service.admin.post(`projects/${id}/repository_storage_moves`, { destination_storage_name: destination });
    await until(() => service.output().includes(`stopped at ${step}`));
    await service.end('SIGKILL');
    await rm(inDataDir('stop-at'));
    service = await start();
    const move = await until(async () => {
      const [newest] = (await service.admin.get(`projects/${id}/repository_storage_moves`)).body;
      return newest.finished_at === null ? null : newest;
    });
    const storage = outcome === FINISHED ? destination : source;

    expect(move).toMatchObject(outcome);
    expect(await storageNow()).toBe(storage);
    expect(await onDisk()).toEqual({ on: [storage], left: [] });
    expect(await git.ok(['ls-remote', remote()])).toBe(refs);
    await git.ok(['clone', '-q', '--mirror', remote(), `clone-${step}`]);
    await git.ok(['fsck', '--full'], { in: `clone-${step}` });
    await push(`after-${step}`);
  });
});
