import { tagsToDelete } from './cleanup-policy.js';
import type { TagFacts } from '../tags/tag.columns.js';
import type { CleanupRules } from './cleanup-rules.js';

const NOW = new Date('2026-06-01T12:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const aTag = (name: string, age: number | null, pushedAt = NOW.toISOString()): TagFacts => ({
  name,
  digest: `sha256:${name}`,
  createdAt: age === null ? null : new Date(NOW.getTime() - age).toISOString(),
  pushedAt,
});

/** The tags of the example (contract: registry §4 Example). */
const EXAMPLE = [
  aTag('latest', 2 * HOUR),
  aTag('main', 2 * HOUR),
  aTag('old', 40 * DAY),
  aTag('raw', null),
  aTag('rc-1', 3 * DAY),
  aTag('rc-2', 10 * DAY),
];

async function deleted(rules: Partial<CleanupRules>, tags = EXAMPLE, held: readonly string[] = []): Promise<string[]> {
  const all = { deletePattern: '.*', keepPattern: null, keepNewest: null, olderThan: null, ...rules };
  const decisions = await tagsToDelete(tags, all, (name) => held.includes(name), NOW);
  return decisions.filter(({ action }) => action === 'delete').map(({ tag }) => tag.name);
}

async function rulesFor(rules: Partial<CleanupRules>, held: readonly string[] = []): Promise<Record<string, string>> {
  const all = { deletePattern: '.*', keepPattern: null, keepNewest: null, olderThan: null, ...rules };
  const decisions = await tagsToDelete(EXAMPLE, all, (name) => held.includes(name), NOW);
  return Object.fromEntries(decisions.map(({ tag, action, rule }) => [tag.name, `${action} ${rule}`]));
}

describe('tagsToDelete', () => {
  it('deletes nothing by a pattern that cannot be read any more, and keeps all by one', async () => {
    expect(await deleted({ deletePattern: '(a?){1000}' })).toEqual([]);
    expect(await deleted({ keepPattern: '(a?){1000}' })).toEqual([]);
  });

  it('agrees with the example of the contract', async () => {
    expect(await deleted({ keepNewest: 2 })).toEqual(['old', 'rc-1', 'rc-2']);
    expect(await deleted({ deletePattern: 'rc-.*|old', olderThan: 7 * DAY })).toEqual(['old', 'rc-2']);
    expect(await deleted({ deletePattern: 'rc' })).toEqual([]);
  });

  it('never deletes latest, by that exact name only', async () => {
    expect(await deleted({}, [aTag('latest', DAY), aTag('latest-1', DAY), aTag('Latest', DAY)])).toEqual([
      'latest-1',
      'Latest',
    ]);
  });

  it('matches the whole name, with regard to case, and no pattern breaks out of its anchors', async () => {
    const tags = ['v1', 'v1.2', 'V1', 'xv1', 'a', 'b'].map((name) => aTag(name, DAY));

    expect(await deleted({ deletePattern: 'v1' }, tags)).toEqual(['v1']);
    expect(await deleted({ deletePattern: 'a|b' }, tags)).toEqual(['a', 'b']);
    expect(await deleted({ deletePattern: '(?i)v1' }, tags)).toEqual(['v1', 'V1']);
    expect(await deleted({ deletePattern: '\\Qv1' }, tags)).toEqual(['v1']);
  });

  it('lets the keep pattern win', async () => {
    expect(await deleted({ keepPattern: 'rc-.*' })).toEqual(['main', 'old', 'raw']);
    expect(await deleted({ keepPattern: '.*' })).toEqual([]);
  });

  it('does not let kept tags use up the number of the newest', async () => {
    expect(await deleted({ keepPattern: 'main|raw', keepNewest: 1 })).toEqual(['old', 'rc-2']);
    expect(await deleted({ keepNewest: 1 }, EXAMPLE, ['main', 'raw'])).toEqual(['old', 'rc-2']);
    expect(await deleted({ keepNewest: 0, deletePattern: 'rc-.*' })).toEqual(['rc-1', 'rc-2']);
    expect(await deleted({ keepNewest: 100 })).toEqual([]);
  });

  it('breaks ties by the last push, then by name', async () => {
    const later = '2026-06-01T12:00:00.001Z';
    const tags = [aTag('c', DAY), aTag('b', DAY), aTag('a', DAY), aTag('d', DAY, later)];

    expect(await deleted({ keepNewest: 2 }, tags)).toEqual(['c', 'b']);
    expect(await deleted({ keepNewest: 2 }, [aTag('y', null), aTag('x', null), aTag('z', null)])).toEqual(['z']);
  });

  it('takes only what is strictly older, and nothing of unknown age', async () => {
    const tags = [aTag('exact', DAY), aTag('older', DAY + 1), aTag('younger', DAY - 1), aTag('unknown', null)];

    expect(await deleted({ olderThan: DAY }, tags)).toEqual(['older']);
  });

  it('applies the number before the age', async () => {
    expect(await deleted({ deletePattern: 'rc-.*|old', keepNewest: 1, olderThan: 20 * DAY })).toEqual(['old']);
  });

  it('names the rule that decided', async () => {
    expect(
      await rulesFor({ deletePattern: 'old|rc.*|main|latest', keepPattern: 'main', keepNewest: 1 }, ['rc-2', 'latest']),
    ).toEqual({
      latest: 'keep latest',
      main: 'keep name_regex_keep',
      old: 'delete name_regex_delete',
      raw: 'keep name_regex_delete',
      'rc-1': 'keep keep_n',
      'rc-2': 'keep immutable',
    });
    expect(await rulesFor({ olderThan: 20 * DAY })).toMatchObject({
      raw: 'keep older_than',
      'rc-2': 'keep older_than',
    });
  });

  it('does not block the event loop for very many names', async () => {
    const tags = Array.from({ length: 100_000 }, (_, index) => aTag(`build-${index}-branch`, index));
    let longest = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);

    const decisions = await tagsToDelete(
      tags,
      {
        deletePattern: '(?:.+\\.)?[a-z]+-\\d+-branch',
        keepPattern: '.*[05]-branch',
        keepNewest: null,
        olderThan: null,
      },
      () => false,
      NOW,
    );
    clearInterval(watch);

    expect(decisions.filter(({ action }) => action === 'delete')).toHaveLength(80_000);
    expect(longest).toBeLessThan(2000);
  });
});
