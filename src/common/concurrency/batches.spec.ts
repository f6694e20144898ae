import { Batches } from './batches.js';

describe('Batches', () => {
  it('takes what is added while one is under way into the next', async () => {
    const seen: (readonly number[])[] = [];
    const batches = new Batches<number>((items) => {
      seen.push(items);
      return Promise.resolve();
    });

    await Promise.all([1, 2, 3].map((item) => batches.add(item)));
    await batches.add(4);

    expect(seen).toEqual([[1], [2, 3], [4]]);
  });

  it('gathers for a while where it is told to, and says when nothing is left', async () => {
    const seen: (readonly number[])[] = [];
    const batches = new Batches<number>((items) => {
      seen.push(items);
      return Promise.resolve();
    }, 5);

    void batches.add(1);
    void batches.add(2);
    await batches.settled();

    expect(seen).toEqual([[1, 2]]);
  });

  it('tells the callers of a batch that it failed, and goes on', async () => {
    const batches = new Batches<number>(([item]) => (item === 2 ? Promise.reject(new Error('no')) : Promise.resolve()));

    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batches.add(item)));
    await batches.add(4);

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});
