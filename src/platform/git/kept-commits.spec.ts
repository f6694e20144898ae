import { parseCommit } from './commit-object.js';
import { KeptCommits } from './kept-commits.js';

const aCommit = (message: string) => parseCommit('0'.repeat(40), Buffer.from(`tree ${'1'.repeat(40)}\n\n${message}`));

describe('KeptCommits', () => {
  it('keeps small commits, and none whose message is long', () => {
    const kept = new KeptCommits();
    kept.note('small', aCommit('Add a gear'));
    kept.note('large', aCommit('x'.repeat(1024 * 1024)));

    expect(kept.get('small')?.message).toBe('Add a gear');
    expect(kept.get('large')).toBeUndefined();
  });

  it('forgets what was not asked for for longest, rather than hold more than some megabytes', () => {
    const kept = new KeptCommits();
    for (let at = 0; at < 1000; at += 1) {
      kept.note(`commit ${at}`, aCommit('x'.repeat(16 * 1024)));
      kept.get('commit 0');
    }

    expect(kept.get('commit 0')).toBeDefined();
    expect(kept.get('commit 1')).toBeUndefined();
    expect(kept.get('commit 999')).toBeDefined();
  });
});
