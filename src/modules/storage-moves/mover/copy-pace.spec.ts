import { SharedRate } from './copy-pace.js';

/** Pieces that a copy was told of, and the seconds that it took. */
async function paced(bytesPerSecond: number, bytes: number) {
  const pieces: number[] = [];
  const begun = performance.now();
  const pace = new SharedRate(bytesPerSecond).limit({
    copied: (piece) => {
      pieces.push(piece);
      return Promise.resolve();
    },
  });
  await pace.copied(bytes);
  return { pieces, seconds: (performance.now() - begun) / 1000 };
}

describe('SharedRate', () => {
  it('tells of a large chunk piece by piece while it waits for its time', async () => {
    const { pieces, seconds } = await paced(1000, 600);

    expect(pieces).toEqual([250, 250, 100]);
    expect(seconds).toBeGreaterThan(0.5);
  });

  it('tells of all at once where there is no limit', async () => {
    expect((await paced(0, 5_000_000)).pieces).toEqual([5_000_000]);
  });

  it('stops a copy that is told to stop, before the rest of its chunk had its time', async () => {
    const pace = new SharedRate(1000).limit({ copied: () => Promise.reject(new Error('canceled')) });
    const begun = performance.now();

    await expect(pace.copied(60_000)).rejects.toThrow('canceled');
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});
