import { ProcessSlots, SlotsBusy } from './process-slots.js';

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('ProcessSlots', () => {
  it('lets only so many work at once', async () => {
    const slots = new ProcessSlots(2, 1000);
    let most = 0;

    await Promise.all(
      Array.from({ length: 6 }, () =>
        slots.run('a', async () => {
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
      slots.run(key, async () => {
        served.push(key);
        await soon();
      });

    await Promise.all([ask('first'), ask('busy'), ask('busy'), ask('busy'), ask('other')]);

    expect(served).toEqual(['first', 'busy', 'other', 'busy', 'busy']);
  });

  it('refuses who waited too long, and serves those behind', async () => {
    const slots = new ProcessSlots(1, 20);
    const long = slots.run('a', () => new Promise((resolve) => setTimeout(resolve, 60)));

    await expect(slots.run('b', soon)).rejects.toThrow(SlotsBusy);
    await long;

    await expect(slots.run('b', () => Promise.resolve('served'))).resolves.toBe('served');
  });
});
