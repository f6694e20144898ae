import { readOciPage, writeNextLink } from './oci-page.js';

const read = (query: string) => readOciPage(new URLSearchParams(query));

describe('readOciPage', () => {
  it('is unlimited from the start unless told otherwise', () => {
    expect(read('')).toEqual({ n: null, last: '' });
    expect(read('n=5&last=a%2Fb')).toEqual({ n: 5, last: 'a/b' });
    expect(read('n=0')).toEqual({ n: 0, last: '' });
  });

  it.each(['n=', 'n=-1', 'n=a', 'n=1.5', 'n=0x5', 'n=%201'])('refuses %s', (query) => {
    expect(() => read(query)).toThrow(/PAGINATION_NUMBER_INVALID/);
  });
});

describe('writeNextLink', () => {
  it('goes on after the last name, escaped', () => {
    expect(writeNextLink('/v2/a/tags/list', { items: ['x', 'a/b'], size: 2, hasNext: true })).toEqual({
      Link: '</v2/a/tags/list?last=a%2Fb&n=2>; rel="next"',
    });
  });

  it('is absent at the end', () => {
    expect(writeNextLink('/v2/_catalog', { items: ['x'], size: 2, hasNext: false })).toEqual({});
    expect(writeNextLink('/v2/_catalog', { items: [], size: 0, hasNext: true })).toEqual({});
  });
});
