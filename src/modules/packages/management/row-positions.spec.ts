import { Page } from '../../../common/pagination/page.js';
import { RowPositions } from './row-positions.js';
import type { RowPosition } from './row-positions.js';

const PER_PAGE = 20;

describe('RowPositions', () => {
  let positions: RowPositions;
  beforeEach(() => (positions = new RowPositions()));

  /** Reads a page of a list whose rows are numbered; answers what was known before. */
  async function knownFor(offset: number, list: object = { of: 'packages' }, size = PER_PAGE) {
    const known: (RowPosition | undefined)[] = [];
    const items = Array.from({ length: size }, (_, index) => offset + index);
    const page = new Page(items, {
      kind: 'offset',
      request: { kind: 'offset', page: offset / PER_PAGE + 1, perPage: PER_PAGE },
      total: null,
      hasNext: true,
      isEmpty: items.length === 0,
    });
    const find = (position: RowPosition | undefined) => {
      known.push(position);
      return Promise.resolve(page);
    };

    expect(await positions.pageOf(list, offset, find, (row) => ({ value: `v${row}`, id: row }))).toBe(page);
    expect(known).toHaveLength(1);
    return known[0];
  }

  it('knows nothing of a list of which no page was read', async () => {
    await knownFor(9000);
    expect(await knownFor(9000, { of: 'others' })).toBeUndefined();
  });

  it('knows where a page began, and where the page before it ended', async () => {
    await knownFor(9000);
    expect(await knownFor(9000)).toEqual({ rowsBefore: 9000, value: 'v9000', id: 9000 });
    expect(await knownFor(9020)).toEqual({ rowsBefore: 9019, value: 'v9019', id: 9019 });
  });

  it('prefers a row with a hundred in between, of which some may have come since', async () => {
    for (let offset = 9000; offset < 9200; offset += PER_PAGE) {
      await knownFor(offset);
    }
    expect(await knownFor(9200)).toMatchObject({ rowsBefore: 9100 });
  });

  it('prefers a row close to the page to one that lies far before it', async () => {
    await knownFor(9000);
    await knownFor(12_000);
    expect(await knownFor(12_000)).toMatchObject({ rowsBefore: 12_000 });
  });

  it('knows nothing of a page before those that were read', async () => {
    await knownFor(9000);
    expect(await knownFor(8980)).toBeUndefined();
  });

  it('takes nothing from a page without rows', async () => {
    await knownFor(9000, undefined, 0);
    expect(await knownFor(9020)).toBeUndefined();
  });
});
