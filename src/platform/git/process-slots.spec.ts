import { leastCpuMillis } from '../../../test/fixtures/least-cpu.js';
import { ProcessSlots, SlotsBusy } from './process-slots.js';

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('ProcessSlots', () => {
  it('lets only so many work at once', async () => {
    const slots = new ProcessSlots(2, 1000);
    let most = 0;

    await Promise.all(
      Array.from({ length: 6 }, () =>
        slots.run({ key: 'a' }, async () => {
          most = Math.max(most, slots.inUse);
          await soon();
        }),
      ),
    );

    expect(most).toBe(2);
    expect(slots.inUse).toBe(0);
  });

  it('serves the keys in turn, however much one of them asks', async () => {
    const slots = new ProcessSlots(1, 1000);
    const served: string[] = [];
    const ask = (key: string) =>
      slots.run({ key }, async () => {
        served.push(key);
        await soon();
      });

    await Promise.all([ask('first'), ask('busy'), ask('busy'), ask('busy'), ask('other')]);

    expect(served).toEqual(['first', 'busy', 'other', 'busy', 'busy']);
  });

  it('refuses who waited too long, and serves those behind', async () => {
    const slots = new ProcessSlots(1, 20);
    const long = slots.run({ key: 'a' }, () => new Promise((resolve) => setTimeout(resolve, 60)));

    await expect(slots.run({ key: 'b' }, soon)).rejects.toThrow(SlotsBusy);
    await long;

    await expect(slots.run({ key: 'b' }, () => Promise.resolve('served'))).resolves.toBe('served');
  });

  it('leaves a quarter to work that ends by itself, and half of the rest to other clients', async () => {
    const slots = new ProcessSlots(8, 20);
    const begun: string[] = [];
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const ask = (client?: string) =>
      slots.run({ key: 'a', client }, () => {
        begun.push(client ?? 'none');
        return client === undefined ? Promise.resolve() : ended;
      });

    const held = ['x', 'x', 'x', 'x', 'x', 'y', 'y', 'y'].map((client) => ask(client));
    const refused = Promise.allSettled([held[4], held[7]]);
    await ask();

    expect(begun.sort()).toEqual(['none', 'x', 'x', 'x', 'x', 'y', 'y']);
    expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    end();
    await Promise.allSettled(held);
    expect(slots.inUse).toBe(0);
  });

  it('goes on with a client whose own work held it up', async () => {
    const slots = new ProcessSlots(2, 1000);
    const ends: (() => void)[] = [];
    const ask = () => slots.run({ key: 'a', client: 'x' }, () => new Promise<void>((resolve) => ends.push(resolve)));

    const work = [ask(), ask()];
    await soon();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await soon();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await Promise.all(work);
  });

  it('has little work with thousands that wait too long', async () => {
    expect(await leastCpuMillis(() => refusedOf(6000))).toBeLessThan(200);
  });

  it('refuses thousands over many turns of the event loop', async () => {
    const steps: number[] = [];
    let [refused, before] = [0, 0];
    const look = () => {
      steps.push(refused - before);
      before = refused;
      watching = setImmediate(look);
    };
    let watching = setImmediate(look);

    await refusedOf(2000, () => (refused += 1));

    clearImmediate(watching);
    expect(refused).toBe(2000);
    expect(Math.max(...steps)).toBeLessThanOrEqual(100);
  });
});

/** So many that ask for a slot that does not become free. */
async function refusedOf(count: number, onRefusal: () => void = () => undefined): Promise<void> {
  const slots = new ProcessSlots(1, 20);
  let end: () => void = () => undefined;
  const long = slots.run({ key: 'a' }, () => new Promise<void>((resolve) => (end = resolve)));
  await Promise.all(Array.from({ length: count }, () => slots.run({ key: 'a', client: 'x' }, soon).catch(onRefusal)));
  end();
  await long;
}
