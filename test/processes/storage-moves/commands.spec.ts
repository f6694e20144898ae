import { execFile } from 'node:child_process';
import path from 'node:path';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';

let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let service: Service;
let ids: number[];
const environment = () => ({
  DATA_DIR: dataDir.path,
  STORAGES: ['default', 'second'].map((name) => `${name}=${path.join(dataDir.path, name)}`).join(','),
});

/** What the command printed, beside the running service. */
function cli(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ...environment() };
    execFile(process.execPath, ['src/start.mjs', 'cli', 'storage-moves', ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

beforeAll(async () => {
  dataDir = await aDataDir();
  service = await startService(environment());
  const made = [];
  for (const name of ['one', 'two', 'three']) {
    made.push((await service.admin.post('projects', { path: name, initialize_with_readme: true })).body.id);
  }
  ids = made;
});
afterAll(async () => {
  await service.end('SIGTERM');
  await dataDir.remove();
});

describe('storage-moves', () => {
  it('schedule tells what would happen, then moves one and follows it', async () => {
    const dry = await cli('schedule', 'project', 'root/one', '--to', 'second', '--dry-run');
    const moved = await cli('schedule', 'project', 'root/one', '--to', 'second', '--follow');

    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toMatch(/^move {2}\d+ root\/one, default to second, .*: is on the source storage$/m);
    expect(dry.stdout).toMatch(/^Would move 1 \(.*\) and skip 0\.$/m);
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    expect(moved.stdout).toMatch(/^\d+ {2}scheduled {2}\d+ root\/one, default to second$/m);
    expect(moved.stdout).toMatch(/^\d+ {2}finished {2}\d+ root\/one, default to second, .*$/m);
    expect((await cli('storages')).stdout).toMatch(
      /^second {2}available, weight 0: 1 projects, 0 snippets, 0 groups, /m,
    );
  });

  it('shows the control characters of a title, one line for each snippet', async () => {
    const title = 'a\u001b[2Jb\n1  finished  7 c';
    const snippet = { title, file_name: 'x', content: 'y', visibility: 'private' };
    const { id } = (await service.admin.post('snippets', snippet)).body;

    const { code, stdout } = await cli('schedule', 'snippet', String(id), '--to', 'second', '--dry-run');

    expect(code).toBe(0);
    expect(stdout).toContain(`move  ${id} a\\u001b[2Jb\\u000a1  finished  7 c, default to second, `);
  });

  it('schedule-all moves those of a storage; those that failed can be listed and retried', async () => {
    await service.admin.post(`projects/${ids[1]}/archive`);
    const dry = await cli('schedule-all', 'projects', '--from', 'default', '--to', 'second', '--dry-run');
    const run = await cli('schedule-all', 'projects', '--from', 'default', '--to', 'second', '--follow');
    await service.admin.post(`projects/${ids[1]}/unarchive`);
    const none = await cli('list', 'snippet');
    const failed = await cli('list', 'project', '--state', 'failed');
    const operationId = /Operation (\w+): 2 to move\./.exec(run.stdout)?.[1] ?? '';
    const again = await cli('retry', operationId);
    const followed = await cli('follow', /Operation (\w+): 1 to move\./.exec(again.stdout)?.[1] ?? '');
    const late = await cli('pause', operationId);

    expect(dry.stdout).toMatch(/^skip .* is archived$/m);
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/^finished: 1 finished, 1 failed, 0 with an old copy left, 0 skipped, /m);
    expect(run.stdout).toContain('Archived projects cannot be moved. Unarchive the project first.');
    expect(none).toMatchObject({ code: 0, stdout: 'No moves.\n' });
    expect(failed.stdout.trim().split('\n')).toHaveLength(1);
    expect(followed).toMatchObject({ code: 0 });
    expect([late.code, late.stderr.split('\n')[0]]).toEqual([1, 'The operation has ended.']);
    expect(followed.stdout).toMatch(/^finished: 1 finished, 0 failed/m);
  });

  it('says in a sentence what is refused', async () => {
    const refusals = await Promise.all([
      cli('schedule', 'project', 'root/none'),
      cli('schedule', 'project', 'root/one', '--to', 'gone'),
      cli('schedule', 'thing', '1'),
      cli('schedule-all', 'project', '--from', 'gone'),
      cli('cancel', 'project', '1'),
      cli('follow', 'nothing'),
    ]);

    expect(refusals.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(refusals.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
      'Project Not Found.',
      'destination storage name is not included in the list.',
      "'thing' is none of project, snippet and group.",
      'source storage name does not have a valid value.',
      'The move can no longer be canceled.',
      'There is no operation nothing.',
    ]);
  });
});
