import { listDeep, listEntries, readListing } from './tree-listing.js';

const ID = 'a'.repeat(40);

describe('listings of trees', () => {
  it('show trees before blobs before commits, by name', () => {
    const entry = (name: string, type: 'tree' | 'blob' | 'commit') => ({ name, type, id: ID, mode: '100644' });
    const entries = [
      entry('z', 'tree'),
      entry('m', 'commit'),
      entry('a', 'blob'),
      entry('B', 'blob'),
      entry('b', 'tree'),
    ];

    expect(listEntries(entries, 'x').map(({ path }) => path)).toEqual(['x/b', 'x/z', 'x/B', 'x/a', 'x/m']);
  });

  it('follow each tree by what lies in it', () => {
    const line = (type: string, path: string) => `100644 ${type} ${ID}\t${path}\0`;
    const text = ['f', 'd', 'd/g', 'd/e', 'd/e/h']
      .map((path) => line(/d$|e$/.test(path) ? 'tree' : 'blob', path))
      .join('');

    expect(listDeep(readListing(text), '').map(({ path }) => path)).toEqual(['d', 'd/e', 'd/e/h', 'd/g', 'f']);
  });
});
