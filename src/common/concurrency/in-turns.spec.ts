import { inTurns } from './in-turns.js';

describe('inTurns', () => {
  it('calls the work for each item in order, and lets others work between them', async () => {
    const done: number[] = [];
    let others = 0;
    const timer = setInterval(() => (others += 1), 1);

    await inTurns([1, 2, 3, 4], (item) => {
      const start = performance.now();
      while (performance.now() - start < 10) {
        // as slow as a hard pattern
      }
      done.push(item);
    });
    clearInterval(timer);

    expect(done).toEqual([1, 2, 3, 4]);
    expect(others).toBeGreaterThan(0);
  });
});
