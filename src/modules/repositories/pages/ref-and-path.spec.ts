import { splitsOf } from './ref-and-path.js';

describe('splitsOf', () => {
  it('reads an address in every way, the longest ref first', () => {
    expect(splitsOf('feature/x/src')).toEqual([
      { ref: 'feature/x/src', path: '' },
      { ref: 'feature/x', path: 'src' },
      { ref: 'feature', path: 'x/src' },
    ]);
  });

  it('tries nothing that is too long for a ref, so that deep paths cost no more', () => {
    const deep = splitsOf(`main/${'d/'.repeat(2000)}f`);

    expect(deep.length).toBeLessThan(160);
    expect(deep.at(-1)?.ref).toBe('main');
  });
});
