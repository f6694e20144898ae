import { Pacer } from './pacer.js';

/** Calls `work` for each item; many items hold nobody up. */
export async function inTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  const pacer = new Pacer();
  for (const item of items) {
    work(item);
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
}
