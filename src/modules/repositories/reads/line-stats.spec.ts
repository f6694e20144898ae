import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lineStats } from './line-stats.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'slipway-lines-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** What git counts; empty for equal contents. */
async function countedByGit(before: string, after: string): Promise<[number, number]> {
  const [one, other] = [path.join(directory, 'one'), path.join(directory, 'other')];
  await writeFile(one, before);
  await writeFile(other, after);
  const { stdout } = spawnSync('git', ['diff', '--no-index', '--numstat', one, other], { encoding: 'utf8' });
  const [added = '0', deleted = '0'] = stdout.split('\t');
  return [Number(added) || 0, Number(deleted) || 0];
}

describe('lineStats', () => {
  it.each([
    ['a new file', '', 'a\nb\n'],
    ['a file that becomes empty', 'a\nb', ''],
    ['lines in the middle', 'a\nb\n', 'a\nx\ny\nb\n'],
    ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n'],
    ['a repeated line', 'a\nb\n', 'a\na\nb\n'],
    ['an end of line that is gone', 'a\nb\n', 'a\nb'],
    ['an end of line that came', 'a', 'a\n'],
    ['carriage returns', 'a\r\nb\r\n', 'a\nb\r\n'],
    ['empty lines', '\n\n\n', '\n\n\n\n'],
    ['the same', 'a\n', 'a\n'],
    ['binary files', 'a\0b\n', 'c\n'],
  ])('counts %s as git does', async (_, before, after) => {
    const [additions, deletions] = await countedByGit(before, after);

    expect(lineStats(Buffer.from(before), Buffer.from(after))).toEqual({
      additions,
      deletions,
      total: additions + deletions,
    });
  });

  it('leaves it to git where lines have moved', () => {
    expect(lineStats(Buffer.from('a\nb\nc\n'), Buffer.from('c\nb\na\n'))).toBeNull();
  });

  it('counts random changes as git does, or leaves them to it', async () => {
    for (let round = 0; round < 60; round += 1) {
      const lines = () =>
        Array.from(
          { length: round % 7 },
          (_, at) => `${'abcdef'[(at * 7 + round * 13 + (round % 3)) % 6] ?? ''}\n`,
        ).join('');
      const [before, after] = [lines(), `${lines().slice(0, round % 9)}${round % 2 === 0 ? 'z\n' : ''}`];
      const stats = lineStats(Buffer.from(before), Buffer.from(after));
      const counted = stats && [stats.additions, stats.deletions];

      expect(counted ?? 'left to git').toEqual(stats ? await countedByGit(before, after) : 'left to git');
    }
  });
});
