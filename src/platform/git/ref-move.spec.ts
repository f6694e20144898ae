import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { steadyMillis } from '../../common/time/steady-millis.js';
import { NULL_ID } from './git-directory.js';
import { writeLoose } from './loose-writes.js';
import { newObject } from './pack.js';
import { moveRefFile, releaseRefLock } from './ref-move.js';

const EMPTY_TREE = newObject('tree', Buffer.alloc(0));
const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((message) => {
  const signature = 'A <a@example.com> 1700000000 +0000';
  const head = `tree ${EMPTY_TREE.id}\nauthor ${signature}\ncommitter ${signature}`;
  return newObject('commit', Buffer.from(`${head}\n\n${message}`));
}) as [ReturnType<typeof newObject>, ReturnType<typeof newObject>, ReturnType<typeof newObject>];
let directory: string;
const git = (...args: string[]): string =>
  execFileSync('git', [`--git-dir=${directory}`, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
const move = (ref: string, before: string, after: string) => moveRefFile(directory, { ref, before, after });

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'slipway-refs-'));
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', directory]);
  for (const object of [EMPTY_TREE, FIRST, SECOND, THIRD]) {
    writeLoose(path.join(directory, 'objects'), object);
  }
  git('update-ref', 'refs/heads/main', FIRST.id);
});
afterEach(() => rm(directory, { recursive: true }));

describe('moveRefFile', () => {
  it('moves a branch that holds what it should', () => {
    expect(move('refs/heads/main', FIRST.id, SECOND.id)).toBe('moved');

    expect(git('rev-parse', 'refs/heads/main')).toBe(SECOND.id);
  });

  it('moves nothing when the time for it is over, and leaves no lock', () => {
    const branch = { ref: 'refs/heads/main', before: FIRST.id, after: SECOND.id };

    expect(moveRefFile(directory, branch, { until: steadyMillis() - 1 })).toBe('late');

    expect(git('rev-parse', 'refs/heads/main')).toBe(FIRST.id);
    expect(move('refs/heads/main', FIRST.id, THIRD.id)).toBe('moved');
  });

  it('moves a packed branch, whose folder is gone', () => {
    git('update-ref', 'refs/heads/deep/er', FIRST.id);
    git('pack-refs', '--all', '--prune');

    expect(move('refs/heads/deep/er', FIRST.id, SECOND.id)).toBe('moved');

    expect(git('rev-parse', 'refs/heads/deep/er')).toBe(SECOND.id);
  });

  it('makes a branch', () => {
    expect(move('refs/heads/new/one', NULL_ID, SECOND.id)).toBe('moved');

    expect(git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main\nrefs/heads/new/one');
  });

  it.each([
    ['holds something else', 'refs/heads/main', () => SECOND.id],
    ['exists', 'refs/heads/main', () => NULL_ID],
    ['does not exist', 'refs/heads/none', () => SECOND.id],
  ])('refuses to move a branch that %s', async (_, ref, before) => {
    expect(move(ref, before(), THIRD.id)).toBe('refused');

    expect(git('rev-parse', 'refs/heads/main')).toBe(FIRST.id);
    await expect(readFile(path.join(directory, `${ref}.lock`))).rejects.toThrow('ENOENT');
  });

  it.each([
    ['a deletion', () => move('refs/heads/main', FIRST.id, NULL_ID)],
    ['an object that is not there', () => move('refs/heads/main', FIRST.id, 'e'.repeat(40))],
    ['a tree as a branch', () => move('refs/heads/main', FIRST.id, EMPTY_TREE.id)],
    ['a branch inside another', () => move('refs/heads/main/x', NULL_ID, SECOND.id)],
  ])('leaves %s to git', (_, attempt) => {
    expect(attempt()).toBe('left to git');
  });

  it('leaves names to git that are in the way of packed ones', () => {
    git('update-ref', 'refs/heads/a/b', FIRST.id);
    git('pack-refs', '--all', '--prune');

    expect(move('refs/heads/a', NULL_ID, SECOND.id)).toBe('left to git');
    expect(move('refs/heads/a/b/c', NULL_ID, SECOND.id)).toBe('left to git');
    expect(move('refs/heads/c', NULL_ID, SECOND.id)).toBe('moved');
  });

  it('leaves a symbolic reference to git', () => {
    git('symbolic-ref', 'refs/heads/symbolic', 'refs/heads/main');

    expect(move('refs/heads/symbolic', FIRST.id, SECOND.id)).toBe('left to git');
  });

  it('leaves a branch to git that somebody else has locked, and the lock as it is', async () => {
    const lock = path.join(directory, 'refs/heads/main.lock');
    await writeFile(lock, '');

    expect(move('refs/heads/main', FIRST.id, SECOND.id)).toBe('left to git');

    expect(await readFile(lock, 'utf8')).toBe('');
  });

  it('does not make a repository that is gone', async () => {
    const gone = path.join(directory, 'gone');

    expect(moveRefFile(gone, { ref: 'refs/heads/main', before: NULL_ID, after: FIRST.id })).toBe('left to git');
    await expect(readFile(gone)).rejects.toThrow('ENOENT');
  });
});

describe('releaseRefLock', () => {
  const release = () => releaseRefLock(directory, { ref: 'refs/heads/main', before: FIRST.id, after: SECOND.id });
  const lock = () => path.join(directory, 'refs/heads/main.lock');

  it.each([
    ['that holds the new id', () => `${SECOND.id}\n`],
    ['that was not written yet', () => ''],
  ])('takes away a lock %s', async (_, content) => {
    await writeFile(lock(), content());

    await release();

    await expect(readFile(lock())).rejects.toThrow('ENOENT');
  });

  it('leaves the lock of another move', async () => {
    await writeFile(lock(), `${THIRD.id}\n`);

    await release();

    expect(await readFile(lock(), 'utf8')).toBe(`${THIRD.id}\n`);
  });

  it('does nothing without a lock, nor without a repository', async () => {
    await expect(release()).resolves.toBeUndefined();
    await rm(directory, { recursive: true });

    await expect(release()).resolves.toBeUndefined();

    await mkdir(directory);
  });
});
