import { LruMap } from './lru-map.js';

describe('LruMap', () => {
  it('forgets the entry that was not used for longest', () => {
    const map = new LruMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.get('a');

    map.set('c', 3);

    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
  });

  it('keeps one entry per key, the newest', () => {
    const map = new LruMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);

    map.set('a', 3);

    expect([map.get('a'), map.get('b')]).toEqual([3, 2]);
  });
});
