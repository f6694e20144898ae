import { Slots } from './slots.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Slots', () => {
  it('runs no more than its size at once, the others in their order, and goes on after failures', async () => {
    const slots = new Slots(2);
    const ends: (() => void)[] = [];
    const started: number[] = [];
    const tasks = [0, 1, 2, 3].map((n) =>
      slots.take(async () => {
        started.push(n);
        await new Promise<void>((resolve) => ends.push(resolve));
        return n % 2 === 0 ? n : Promise.reject(new Error(String(n)));
      }),
    );
    const settled = Promise.allSettled(tasks);

    await turn();
    expect(started).toEqual([0, 1]);
    ends[1]!();
    await turn();
    expect(started).toEqual([0, 1, 2]);
    ends[0]!();
    await turn();
    ends.forEach((end) => {
      end();
    });
    await turn();
    ends.at(-1)!();

    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('gives up a waiting task when its signal is aborted, and none that has begun', async () => {
    const slots = new Slots(1);
    const controller = new AbortController();
    let end = (): void => undefined;
    const first = slots.take(() => new Promise<void>((resolve) => (end = resolve)), controller.signal);
    const second = slots.take(() => Promise.resolve('second'), controller.signal);
    const third = slots.take(() => Promise.resolve('third'));

    controller.abort(new Error('no longer'));
    await expect(second).rejects.toThrow('no longer');
    end();

    await expect(first).resolves.toBeUndefined();
    await expect(third).resolves.toBe('third');
  });
});
