import { newObject } from './pack.js';
import { RecentObjects } from './recent-objects.js';

const commit = newObject('commit', Buffer.from('tree of it'));

describe('RecentObjects', () => {
  it('answers an object of the directory that it was noted for, and of no other', () => {
    const recent = new RecentObjects();
    recent.note('/a', commit);

    expect(recent.of('/a', commit.id)).toEqual({ ...commit, size: commit.content.length });
    expect(recent.of('/b', commit.id)).toBeUndefined();
  });

  it('keeps an object in memory of its own', () => {
    const recent = new RecentObjects();
    recent.note('/a', commit);

    expect(recent.of('/a', commit.id)?.content.buffer.byteLength).toBe(commit.content.length);
  });

  it('keeps no blobs and nothing large', () => {
    const recent = new RecentObjects();
    const others = [newObject('blob', Buffer.from('x')), newObject('tree', Buffer.alloc(9000))];
    others.forEach((object) => {
      recent.note('/a', object);
    });

    expect(others.map(({ id }) => recent.of('/a', id))).toEqual([undefined, undefined]);
  });

  it('reads an object again after a minute', () => {
    let now = 0;
    const recent = new RecentObjects(() => now);
    recent.note('/a', commit);

    now = 60_000;
    expect(recent.of('/a', commit.id)).toBeDefined();
    now = 60_001;
    expect(recent.of('/a', commit.id)).toBeUndefined();
  });

  it('forgets what was not asked for longest when it holds too much', () => {
    const recent = new RecentObjects();
    recent.note('/a', commit);
    const trees = Array.from({ length: 2200 }, (_, at) => newObject('tree', Buffer.alloc(8000, String(at))));
    for (const tree of trees) {
      recent.note('/a', tree);
      recent.of('/a', commit.id);
    }
    const kept = trees.filter(({ id }) => recent.of('/a', id)).length;

    expect(recent.of('/a', commit.id)).toBeDefined();
    expect(recent.of('/a', trees[0]?.id ?? '')).toBeUndefined();
    expect(kept).toBeGreaterThan(1900);
    expect(kept).toBeLessThan(2100);
  });
});
