import { KeyedBatches } from './keyed-batches.js';
import { NoSlotInTime } from './fair-slots.js';

const LIMITS = { atOnce: 2, batchSize: 4, waiting: 100, timeoutMs: 1000 };

/** No item is to blame for it. */
class Away extends Error {}

/** Work that waits until it is let go, and notes what it was given. */
function held(limits: Partial<typeof LIMITS> = {}) {
  const runs: string[][] = [];
  const gates: (() => void)[] = [];
  const run = async (items: readonly string[]) => {
    runs.push([...items]);
    await new Promise<void>((resolve) => gates.push(resolve));
    if (items.includes('away')) {
      throw new Away('away');
    }
    if (items.some((item) => item.startsWith('bad'))) {
      throw new Error(`refused: ${items.join()}`);
    }
    return items.map((item) => item.toUpperCase());
  };
  const batches = new KeyedBatches(
    {
      run,
      sizeOf: (item: string) => item.length,
      isAlone: (item) => item === '!',
      isOfAll: (error) => error instanceof Away,
    },
    { ...LIMITS, ...limits },
  );
  const letGo = async () => {
    gates.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { batches, runs, letGo };
}

describe('KeyedBatches', () => {
  it('runs the first at once, and together what came meanwhile', async () => {
    const { batches, runs, letGo } = held();
    const all = Promise.all(['a', 'b', 'c'].map((item) => batches.add('key', item)));
    await letGo();
    await letGo();

    expect(await all).toEqual(['A', 'B', 'C']);
    expect(runs).toEqual([['a'], ['b', 'c']]);
  });

  it('runs one batch of a key at once, and other keys beside it', async () => {
    const { batches, runs, letGo } = held();
    const all = Promise.all([batches.add('one', 'a'), batches.add('one', 'b'), batches.add('two', 'c')]);

    expect(runs).toEqual([['a'], ['c']]);
    await letGo();
    expect(runs).toEqual([['a'], ['c'], ['b']]);
    await letGo();
    await letGo();
    expect(await all).toEqual(['A', 'B', 'C']);
  });

  it('cuts a batch at its size; a larger item is one of its own', async () => {
    const { batches, runs, letGo } = held();
    const all = Promise.all(['a', 'bb', 'cc', 'dddddd', 'e'].map((item) => batches.add('key', item)));
    for (let turn = 0; turn < 4; turn += 1) {
      await letGo();
    }

    expect(await all).toEqual(['A', 'BB', 'CC', 'DDDDDD', 'E']);
    expect(runs).toEqual([['a'], ['bb', 'cc'], ['dddddd'], ['e']]);
  });

  it('tries each alone where a batch fails', async () => {
    const { batches, runs, letGo } = held({ batchSize: 10 });
    const all = Promise.allSettled(['a', 'b', 'bad', 'c'].map((item) => batches.add('key', item)));
    for (let turn = 0; turn < 5; turn += 1) {
      await letGo();
    }

    expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
      'A',
      'B',
      'Error: refused: bad',
      'C',
    ]);
    expect(runs).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']]);
  });

  it('tries none alone where no item is to blame', async () => {
    const { batches, runs, letGo } = held({ batchSize: 10 });
    const all = Promise.allSettled(['a', 'b', 'away'].map((item) => batches.add('key', item)));
    await letGo();
    await letGo();

    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(runs).toEqual([['a'], ['b', 'away']]);
  });

  it('keeps what is to be alone apart from all others', async () => {
    const { batches, runs, letGo } = held();
    const all = Promise.all(['a', 'b', '!', '!', 'c', 'd'].map((item) => batches.add('key', item)));
    for (let turn = 0; turn < 5; turn += 1) {
      await letGo();
    }

    expect(await all).toHaveLength(6);
    expect(runs).toEqual([['a'], ['b'], ['!'], ['!'], ['c', 'd']]);
  });

  it('refuses what is too much, and what waits too long', async () => {
    const { batches, letGo } = held({ atOnce: 1, waiting: 1, timeoutMs: 20 });
    const first = batches.add('one', 'a');
    const late = batches.add('two', 'b');

    await expect(batches.add('two', 'c')).rejects.toBeInstanceOf(NoSlotInTime);
    await expect(late).rejects.toBeInstanceOf(NoSlotInTime);
    await letGo();
    expect(await first).toBe('A');
  });
});
