import { FairSlots, NoSlotInTime } from './fair-slots.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const LIMITS = { atOnce: 2, atOncePerKey: 1, waiting: 10, timeoutMs: 10_000 };

/** Work that says when it starts, and ends when it is told to. */
function work(started: string[], name: string) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { end, run: () => (started.push(name), ended) };
}

describe('FairSlots', () => {
  it('runs one piece of work of a key at once, and those of other keys beside it', async () => {
    const slots = new FairSlots(LIMITS);
    const started: string[] = [];
    const [a1, a2, b, c] = ['a1', 'a2', 'b', 'c'].map((name) => work(started, name));
    const all = [slots.run('a', a1!.run), slots.run('a', a2!.run), slots.run('b', b!.run), slots.run('c', c!.run)];

    await turn();
    expect(started).toEqual(['a1', 'b']);
    b!.end();
    await turn();
    expect(started).toEqual(['a1', 'b', 'c']);
    a1!.end();
    await turn();
    expect(started).toEqual(['a1', 'b', 'c', 'a2']);
    [a2, c].forEach((piece) => piece!.end());
    await Promise.all(all);
  });

  it('serves keys in turn, however much one of them has waiting', async () => {
    const slots = new FairSlots({ ...LIMITS, atOnce: 1 });
    const started: string[] = [];
    const run = (key: string, name: string) => slots.run(key, () => (started.push(name), turn()));

    await Promise.all([run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1'), run('b', 'b2'), run('c', 'c1')]);

    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('refuses work when too much waits, and work that waited too long', async () => {
    const slots = new FairSlots({ ...LIMITS, waiting: 1, timeoutMs: 20 });
    const first = work([], 'first');
    const running = slots.run('a', first.run);
    const late = slots.run('a', turn);

    await expect(slots.run('a', turn)).rejects.toThrow(NoSlotInTime);
    await expect(late).rejects.toThrow(NoSlotInTime);
    first.end();
    await running;
    await expect(slots.run('a', () => Promise.resolve(1))).resolves.toBe(1);
  });

  it('frees the slot of work that fails', async () => {
    const slots = new FairSlots(LIMITS);

    await expect(slots.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.run('a', () => Promise.resolve(1))).resolves.toBe(1);
  });
});
