import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { looseFile, writeLoose } from './loose-writes.js';
import { newObject } from './pack.js';

let directory: string;
const objects = (): string => path.join(directory, 'objects');
const git = (...args: string[]): string =>
  execFileSync('git', [`--git-dir=${directory}`, ...args], { encoding: 'utf8' }).trim();

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'slipway-writes-'));
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', directory]);
});
afterAll(() => rm(directory, { recursive: true }));

describe('writeLoose', () => {
  it.each([0, 5, 300, 20_000])('writes a blob of %d bytes as git reads it', (length) => {
    const blob = newObject('blob', Buffer.alloc(length, 'ab'));

    writeLoose(objects(), blob);

    expect(git('cat-file', '-s', blob.id)).toBe(String(length));
    expect(() => git('fsck', '--strict')).not.toThrow();
  });

  it('makes an object young that is there', async () => {
    const blob = newObject('blob', Buffer.from('old'));
    writeLoose(objects(), blob);
    const file = looseFile(objects(), blob.id);
    await utimes(file, 1, 1);

    writeLoose(objects(), blob);

    expect((await stat(file)).mtimeMs).toBeGreaterThan(1_000_000);
  });

  it('does not make a repository that is gone', () => {
    const blob = newObject('blob', Buffer.from('x'));

    expect(() => {
      writeLoose(path.join(directory, 'gone', 'objects'), blob);
    }).toThrow('ENOENT');
  });
});
