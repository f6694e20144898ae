import type { Commit } from '../../../platform/git/commit-object.js';
import type { CommitRange, HistoryService } from '../reads/history.service.js';
import { CommitCountsService } from './commit-counts.service.js';

const GIT_DIR = { path: '/repository', turn: 'x' };

/** Commits by their ids, each with its parents; a git that counts to 1,000 and notes what it is asked. */
function countsOf(parents: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = [];
  const count = (_: unknown, { to }: CommitRange) => {
    asked.push(to);
    return Promise.resolve(1000);
  };
  const counts = new CommitCountsService({ count } as unknown as HistoryService);
  const commitOf = (id: string) => (parents[id] ? ({ id, parentIds: parents[id] } as Commit) : null);
  const read: string[] = [];
  const session = {
    commit: (id: string) => {
      read.push(id);
      return Promise.resolve(commitOf(id));
    },
  };
  return { asked, read, of: (id: string) => counts.count(session, GIT_DIR, commitOf(id)!) };
}

const line = (length: number): Record<string, string[]> =>
  Object.fromEntries(Array.from({ length }, (_, at) => [String(at + 1), at === 0 ? [] : [String(at)]]));

describe('CommitCountsService', () => {
  it('counts a short history from its first commit, without git', async () => {
    const { asked, of } = countsOf(line(5));

    expect(await of('5')).toBe(5);
    expect(await of('1')).toBe(1);
    expect(asked).toEqual([]);
  });

  it('looks only at what was added to what it has counted', async () => {
    const { asked, read, of } = countsOf(line(500));

    expect(await of('400')).toBe(1000);
    read.length = 0;
    expect(await of('403')).toBe(1003);
    expect(asked).toEqual(['400']);
    expect(read).toEqual(['402', '401']);
  });

  it.each([
    ['a merge', { m: ['1', 'b'], 1: [], b: [] }, 'm'],
    ['one whose parent is not there', { 2: ['1'] }, '2'],
    ['a long history', line(300), '300'],
  ])('leaves %s to git', async (_, parents, id) => {
    const { asked, of } = countsOf(parents);

    expect(await of(id)).toBe(1000);
    expect(asked).toEqual([id]);
  });

  it('counts what follows a merge from the merge', async () => {
    const { of } = countsOf({ n: ['m'], m: ['1', 'b'], 1: [], b: [] });

    expect(await of('m')).toBe(1000);
    expect(await of('n')).toBe(1001);
  });
});
