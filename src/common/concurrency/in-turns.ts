import { Pacer } from './pacer.js';

/** Calls `work` for each item, and yields to the event loop now and then. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => unknown): Promise<void> {
  const pacer = new Pacer();
  for (const item of items) {
    work(item);
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
}
