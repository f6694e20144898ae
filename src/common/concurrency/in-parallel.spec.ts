import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from './in-parallel.js';

describe('inParallel', () => {
  it('does the work for every item, never more than the limit at once', async () => {
    const done: number[] = [];
    let running = 0;
    let most = 0;

    await inParallel(3, [1, 2, 3, 4, 5, 6, 7], async (item) => {
      running += 1;
      most = Math.max(most, running);
      await sleep(1);
      running -= 1;
      done.push(item);
    });

    expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(3);
  });

  it('throws the error of an item after what is under way has ended, and begins no more', async () => {
    const ended: number[] = [];

    const outcome = inParallel(2, [1, 2, 3, 4], async (item) => {
      await sleep(item * 5);
      if (item === 1) {
        throw new Error('item 1 failed');
      }
      ended.push(item);
    });

    await expect(outcome).rejects.toThrow('item 1 failed');
    expect(ended).toEqual([2]);
  });
});
