import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeLoose } from './loose-writes.js';
import { newObject } from './pack.js';
import { readRepositoryFiles } from './repository-files.js';
import { contentsOf } from './small-repository.js';

const SIGNATURE = 'A <a@example.com> 1700000000 +0000';
const blob = newObject('blob', Buffer.from('content'));
const tree = newObject('tree', Buffer.concat([Buffer.from('100644 f\0'), Buffer.from(blob.id, 'hex')]));
const commit = newObject(
  'commit',
  Buffer.from(`tree ${tree.id}\nauthor ${SIGNATURE}\ncommitter ${SIGNATURE}\n\nmessage`),
);

let directory: string;
const git = (...args: string[]): string =>
  execFileSync('git', [`--git-dir=${directory}`, ...args], {
    encoding: 'utf8',
    env: { ...process.env, GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
async function readSmall() {
  const files = readRepositoryFiles(directory);
  return files && contentsOf(files);
}
const fileOf = (id: string): string => path.join(directory, 'objects', id.slice(0, 2), id.slice(2));
const write = (object: ReturnType<typeof newObject>): void => {
  writeLoose(path.join(directory, 'objects'), object);
};

/** Writes an object that a hidden reference holds. */
async function refer(object: ReturnType<typeof newObject>): Promise<void> {
  write(object);
  await mkdir(path.join(directory, 'refs', 'keep'), { recursive: true });
  await writeFile(path.join(directory, 'refs', 'keep', '1'), `${object.id}\n`);
}
const aTagOf = (id: string, type: string) =>
  newObject('tag', Buffer.from(`object ${id}\ntype ${type}\ntag v1\ntagger ${SIGNATURE}\n\nmessage`));

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'slipway-small-'));
  execFileSync('git', ['init', '--quiet', '--bare', '--template=', '--initial-branch=main', directory]);
  [blob, tree, commit].forEach(write);
  git('update-ref', 'refs/heads/main', commit.id);
});
afterEach(() => rm(directory, { recursive: true }));

describe('contentsOf', () => {
  it('tells references and objects as git does', async () => {
    git('update-ref', 'refs/heads/é/one', commit.id);
    git('update-ref', 'refs/heads/Zebra', commit.id);
    git('pack-refs', '--all');
    git('update-ref', 'refs/heads/Zebra-2', commit.id);
    git('update-ref', 'refs/keep/17', blob.id);
    git('tag', '-a', '-m', 'A tag', 'v1', commit.id);

    expect(await readSmall()).toEqual({
      refs: git('for-each-ref', '--format=%(objectname) %(refname)'),
      objects: git('cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype) %(objectsize)'),
    });
  });

  it('tells what nothing refers to, too', async () => {
    const other = newObject('blob', Buffer.from('nothing refers to it'));
    write(other);

    expect((await readSmall())?.objects).toContain(`${other.id} blob 20\n`);
  });

  it('tells that a repository holds nothing', async () => {
    git('update-ref', '-d', 'refs/heads/main');
    await rm(path.join(directory, 'objects'), { recursive: true });
    await mkdir(path.join(directory, 'objects', 'pack'), { recursive: true });

    expect(await readSmall()).toEqual({ refs: '', objects: '' });
  });

  it.each<[string, () => unknown]>([
    ['a blob is missing', () => rm(fileOf(blob.id))],
    ['a commit is missing', () => rm(fileOf(commit.id))],
    [
      'an object holds another one',
      async () => {
        const other = newObject('blob', Buffer.from('something else'));
        write(other);
        await rm(fileOf(blob.id));
        execFileSync('cp', [fileOf(other.id), fileOf(blob.id)]);
      },
    ],
    [
      'an object cannot be read',
      async () => {
        await rm(fileOf(blob.id));
        await writeFile(fileOf(blob.id), 'no deflated bytes');
      },
    ],
    ['something follows an object', () => appendFile(fileOf(blob.id), 'garbage')],
    [
      'a tree names a blob as a tree',
      () => refer(newObject('tree', Buffer.concat([Buffer.from('40000 d\0'), Buffer.from(blob.id, 'hex')]))),
    ],
    ['a tree ends in the middle of an entry', () => refer(newObject('tree', Buffer.from('100644 a')))],
    ['a commit lacks its author', () => refer(newObject('commit', Buffer.from(`tree ${tree.id}\n\nmessage`)))],
    ['a tag is about an object of another type', () => refer(aTagOf(blob.id, 'commit'))],
    ['a branch is no commit', () => writeFile(path.join(directory, 'refs', 'heads', 'blob'), `${blob.id}\n`)],
    ['packed references are cut off', () => writeFile(path.join(directory, 'packed-refs'), `${commit.id} refs/tags/v`)],
    ['objects lie in a pack', () => git('repack', '-ad')],
    ['objects are borrowed', () => writeFile(path.join(directory, 'objects', 'info', 'alternates'), '/somewhere\n')],
    ['a reference is symbolic', () => git('symbolic-ref', 'refs/heads/other', 'refs/heads/main')],
    ['HEAD names no branch', () => writeFile(path.join(directory, 'HEAD'), `${commit.id}\n`)],
    ['references that are packed cannot be read', () => writeFile(path.join(directory, 'packed-refs'), 'nonsense\n')],
    ['history is cut', () => writeFile(path.join(directory, 'shallow'), `${commit.id}\n`)],
    [
      'there are many objects',
      () => {
        for (let index = 0; index < 130; index += 1) {
          write(newObject('blob', Buffer.from(String(index))));
        }
      },
    ],
  ])('leaves it to git where %s', async (_, change) => {
    await change();

    expect(await readSmall()).toBeNull();
  });

  it('leaves it to git where there are many references, packed or not', async () => {
    const names = Array.from({ length: 130 }, (_, index) => `refs/heads/branch-${index}`);
    execFileSync('git', [`--git-dir=${directory}`, 'update-ref', '--stdin'], {
      input: names.map((name) => `create ${name} ${commit.id}\n`).join(''),
    });

    expect(await readSmall()).toBeNull();
    git('pack-refs', '--all');
    expect((await readSmall())?.refs.split('\n')).toHaveLength(132);
    await appendFile(path.join(directory, 'packed-refs'), `${commit.id} refs/heads/${'long'.repeat(16_000)}\n`);
    expect(await readSmall()).toBeNull();
  });

  it('reads a large tree of few objects', async () => {
    const names = Array.from({ length: 15_000 }, (_, index) => String(index).padStart(5, '0'));
    const lines = names.flatMap((name) => [Buffer.from(`100644 ${name}\0`), Buffer.from(blob.id, 'hex')]);
    const large = newObject('tree', Buffer.concat(lines));
    await refer(large);

    expect((await readSmall())?.objects).toContain(`${large.id} tree ${large.content.length}\n`);
  });

  it('finds branches that are called as temporary files are', async () => {
    git('update-ref', 'refs/heads/tmp_1', commit.id);
    git('update-ref', 'refs/heads/hooks', commit.id);

    expect((await readSmall())?.refs).toBe(
      ['hooks', 'main', 'tmp_1'].map((name) => `${commit.id} refs/heads/${name}\n`).join(''),
    );
  });

  it('leaves it to git where a file is large, or leads elsewhere', async () => {
    await writeFile(path.join(directory, 'config'), 'x'.repeat(65 * 1024));
    expect(await readSmall()).toBeNull();
    await writeFile(path.join(directory, 'config'), 'x'.repeat(64 * 1024));
    expect(await readSmall()).not.toBeNull();
    await symlink('/etc/hostname', path.join(directory, 'description'));
    expect(await readSmall()).toBeNull();
  });

  it('passes over what writers left unfinished', async () => {
    const [folder = ''] = (await readdir(path.join(directory, 'objects'))).filter((name) => name.length === 2);
    await writeFile(path.join(directory, 'objects', folder, 'tmp_obj_abc'), '');
    await writeFile(path.join(directory, 'refs', 'heads', 'main.lock'), '');

    expect((await readSmall())?.refs).toBe(`${commit.id} refs/heads/main\n`);
  });
});
