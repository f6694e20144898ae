import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findLoose } from './loose-objects.js';
import { writeLoose } from './loose-writes.js';
import { newObject } from './pack.js';

let directory: string;
const git = (...args: string[]): string =>
  execFileSync('git', [`--git-dir=${directory}`, ...args], { encoding: 'utf8' }).trim();
const write = (object: ReturnType<typeof newObject>): void => {
  writeLoose(path.join(directory, 'objects'), object);
};

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'slipway-objects-'));
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', directory]);
});
afterAll(() => rm(directory, { recursive: true }));

describe('findLoose', () => {
  const blob = newObject('blob', Buffer.from('content'));
  const tree = newObject('tree', Buffer.concat([Buffer.from('100644 f\0'), Buffer.from(blob.id, 'hex')]));
  const signature = 'A <a@example.com> 1700000000 +0000';
  const commit = newObject(
    'commit',
    Buffer.from(`tree ${tree.id}\nauthor ${signature}\ncommitter ${signature}\n\nmessage`),
  );
  beforeAll(() => {
    [blob, tree, commit].forEach(write);
    git('update-ref', 'refs/heads/main', commit.id);
  });

  it.each([
    ['an id', () => blob.id, blob],
    ['the id of a commit', () => `${commit.id}^{commit}`, commit],
    ['a reference', () => 'refs/heads/main^{commit}', commit],
    ['HEAD', () => 'HEAD^{commit}', commit],
  ])('finds the object by %s', async (_, name, object) => {
    expect(await findLoose(directory, name())).toEqual({ ...object, size: object.content.length });
  });

  it.each([
    ['a blob that was to be a commit', `${blob.id}^{commit}`],
    ['an unknown id', 'e'.repeat(40)],
    ['an abbreviated id', commit.id.slice(0, 10)],
    ['an unknown reference', 'refs/heads/none^{commit}'],
    ['a path out of the repository', 'refs/heads/../../HEAD'],
  ])('leaves %s to git', async (_, name) => {
    expect(await findLoose(directory, name)).toBeNull();
  });

  it('leaves a large object to git', async () => {
    const large = newObject('blob', Buffer.alloc(600 * 1024, 'x'));
    write(large);

    expect(await findLoose(directory, large.id)).toBeNull();
  });
});
