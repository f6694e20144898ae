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

  it('holds as many as weigh the capacity together, and nothing that alone weighs more', () => {
    const map = new LruMap<string, string>(5, (text) => text.length);
    map.set('a', 'aa');
    map.set('b', 'bb');

    map.set('c', 'cc');
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 'bb', 'cc']);
    map.delete('b');
    map.set('d', 'ddd');
    expect([map.get('c'), map.get('d')]).toEqual(['cc', 'ddd']);
    map.set('e', 'eeeeee');
    expect(map.get('e')).toBeUndefined();
  });
});
