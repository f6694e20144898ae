import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Git } from '../../../platform/git/git.service.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { newObject } from '../../../platform/git/pack.js';
import type { NewObject } from '../../../platform/git/pack.js';
import type { LooseFiles } from '../../../platform/git/loose-files.js';
import { RefListsService } from './ref-lists.service.js';
import { RefSwapsService } from './ref-swaps.service.js';

const BEFORE = 'a'.repeat(40);
const AFTER = 'b'.repeat(40);
const MOVE = { ref: 'refs/heads/main', before: BEFORE, after: AFTER };

let gitDir: GitDirectory;
beforeEach(async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'slipway-swaps-'));
  await mkdir(path.join(directory, 'refs/heads'), { recursive: true });
  gitDir = { path: directory, turn: 'x' };
});
afterEach(() => rm(gitDir.path, { recursive: true }));

/** A thread that ends in the middle of its task; what the next one writes and git is asked is noted. */
function swapsWithout(thread: () => Promise<void>) {
  const asked: string[] = [];
  const run = (_: GitDirectory, __: readonly string[], { input }: { input: string }) =>
    Promise.resolve(asked.push(input));
  const git = { run, noteWritten: () => undefined } as unknown as Git;
  const write = (_: GitDirectory, objects: readonly NewObject[]) =>
    Promise.resolve(asked.push(...objects.map(({ id }) => id)));
  const loose = { write, moveRef: () => thread().then(() => null) } as unknown as LooseFiles;
  const refs = new RefListsService({} as ConstructorParameters<typeof RefListsService>[0], git);
  return { swaps: new RefSwapsService(git, loose, refs), asked };
}

const holds = (file: string, id: string): Promise<void> => writeFile(path.join(gitDir.path, file), `${id}\n`);

describe('compareAndSwap whose thread has ended', () => {
  it('sees that the reference was moved', async () => {
    const { swaps, asked } = swapsWithout(() => holds(MOVE.ref, AFTER));

    await swaps.compareAndSwap(gitDir, [MOVE]);

    expect(asked).toEqual([]);
  });

  it('takes the lock away that was left, and has git move the reference', async () => {
    await holds(MOVE.ref, BEFORE);
    const { swaps, asked } = swapsWithout(() => holds(`${MOVE.ref}.lock`, AFTER));

    await swaps.compareAndSwap(gitDir, [MOVE]);

    expect(await readdir(path.join(gitDir.path, 'refs/heads'))).toEqual(['main']);
    expect(asked).toEqual([`start\nupdate ${MOVE.ref} ${AFTER} ${BEFORE}\nprepare\ncommit\n`]);
  });

  it('writes the objects again before git moves the reference to them', async () => {
    const commit = newObject('commit', Buffer.from('content'));
    const { swaps, asked } = swapsWithout(() => Promise.resolve());

    await swaps.compareAndSwap(gitDir, [{ ...MOVE, after: commit.id }], { objects: [commit] });

    expect(asked).toEqual([commit.id, expect.stringContaining(`update ${MOVE.ref} ${commit.id}`)]);
  });
});
