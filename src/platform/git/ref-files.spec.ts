import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readRefFile } from './ref-files.js';

const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(40));
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'slipway-refs-'));
  await mkdir(path.join(directory, 'refs', 'heads', 'deep'), { recursive: true });
  await writeFile(path.join(directory, 'refs/heads/main'), `${A}\n`);
  await writeFile(path.join(directory, 'refs/heads/deep/er'), `${B}\n`);
  await writeFile(path.join(directory, 'refs/heads/symbolic'), 'ref: refs/heads/main\n');
  await writeFile(
    path.join(directory, 'packed-refs'),
    `# pack-refs with: peeled fully-peeled sorted \n${B} refs/heads/main\n${C} refs/heads/packed\n${C} refs/tags/v1\n^${A}\n${A} refs/tags/v1.1\n`,
  );
});
afterAll(() => rm(directory, { recursive: true }));

describe('readRefFile', () => {
  it.each([
    ['refs/heads/main', A],
    ['refs/heads/deep/er', B],
    ['refs/heads/packed', C],
    ['refs/tags/v1', C],
    ['refs/tags/v1.1', A],
    ['refs/heads/deep', null],
    ['refs/heads/main/x', null],
    ['refs/heads/symbolic', null],
    ['refs/heads/none', null],
    ['refs/tags/v', null],
    ['heads/packed', null],
  ])('finds what %s holds', async (name, id) => {
    expect(await readRefFile(directory, name)).toBe(id);
  });

  it('answers nothing where nothing was ever written', async () => {
    expect(await readRefFile(path.join(directory, 'missing'), 'refs/heads/main')).toBeNull();
  });
});
