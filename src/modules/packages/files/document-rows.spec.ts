import { Readable } from 'node:stream';
import { framed, rowsOf } from './document-rows.js';

async function gathered<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) {
    all.push(item);
  }
  return all;
}

describe('rowsOf', () => {
  const ids = Array.from({ length: 300 }, (_, at) => at + 1);

  it('goes on behind the last row of each batch, and past those that are gone', async () => {
    const gone = (id: number) => id > 5 && id < 200;
    const read = (asked: readonly number[]) => {
      const rows = asked.flatMap((id, at) => (gone(id) ? [] : [{ id, place: at + 1 }]));
      return Promise.resolve(rows.slice(0, 3)); // as many as may be held
    };

    const rows = (await gathered(rowsOf(ids, read))).flat();

    expect(rows.map(({ id }) => id)).toEqual(ids.filter((id) => !gone(id)));
  });

  it('asks for nothing where there are none', async () => {
    expect(await gathered(rowsOf([], () => Promise.reject(new Error('asked'))))).toEqual([]);
  });
});

describe('framed', () => {
  const frame = { before: '[', separator: ',', after: ']' };
  const text = async (...batches: number[][]) =>
    (await gathered(framed(frame, Readable.from(batches), (row: number) => (row < 0 ? [] : String(row))))).join('');

  it('separates entries of all batches, and leaves out rows without any', async () => {
    expect(await text([1, 2], [], [-1], [3])).toBe('[1,2,3]');
    expect(await text([-1])).toBe('[]');
    expect(await text()).toBe('[]');
  });
});
