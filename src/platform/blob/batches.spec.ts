import { Batches } from './batches.js';

function collecting(size: number) {
  const shipped: string[] = [];
  const batches = new Batches(
    () => size,
    async (batch) => {
      await Promise.resolve();
      shipped.push(Buffer.concat(batch).toString());
    },
  );
  return { batches, shipped };
}

describe('Batches', () => {
  it('ships batches of exactly the size asked for and keeps the rest', async () => {
    const { batches, shipped } = collecting(4);

    for (const chunk of ['ab', '', 'cde', 'f', 'ghijklmnop']) {
      await batches.add(Buffer.from(chunk));
    }

    const rest = await batches.rest();
    expect(shipped).toEqual(['abcd', 'efgh', 'ijkl', 'mnop']);
    expect(rest).toEqual([]);
  });

  it('keeps what does not fill a batch', async () => {
    const { batches, shipped } = collecting(4);

    await batches.add(Buffer.from('abcde'));

    expect(Buffer.concat(await batches.rest()).toString()).toBe('e');
    expect(shipped).toEqual(['abcd']);
  });

  it('gathers the next batch while one is under way, but never ships two at once', async () => {
    const ends: (() => void)[] = [];
    const batches = new Batches(
      () => 2,
      () => new Promise((resolve) => ends.push(resolve)),
    );
    await batches.add(Buffer.from('ab'));
    await batches.add(Buffer.from('c'));

    const third = batches.add(Buffer.from('d'));

    expect(ends).toHaveLength(1);
    ends[0]!();
    await third;
    expect(ends).toHaveLength(2);
  });

  it('packs tiny chunks together', async () => {
    const { batches } = collecting(1_000_000);

    for (let chunk = 0; chunk < 10_000; chunk += 1) {
      await batches.add(Buffer.from('x'));
    }

    const rest = await batches.rest();
    expect(rest.length).toBeLessThan(300);
    expect(Buffer.concat(rest).toString()).toBe('x'.repeat(10_000));
  });

  it('tells a failed batch at the next call, and stops without an error', async () => {
    const batches = new Batches(
      () => 1,
      () => Promise.reject(new Error('disk full')),
    );
    await batches.add(Buffer.from('a'));

    await expect(batches.add(Buffer.from('b'))).rejects.toThrow('disk full');
    await expect(batches.rest()).rejects.toThrow('disk full');
    await expect(batches.stop()).resolves.toBeUndefined();
  });
});
