import type { StagedPart } from './blob-store.js';
import { finishedKey, foldSmallTail, isKey, uploadRefOf } from './staged-parts.js';

const LARGE = 8 * 1024 * 1024;

function parts(...sizes: readonly number[]): StagedPart[] {
  return sizes.map((size, index) => ({ id: `id${index}`, size }));
}

describe('foldSmallTail', () => {
  it('leaves few small parts as they are', () => {
    const few = parts(LARGE, ...Array<number>(63).fill(1));

    expect(foldSmallTail(few)).toEqual({ kept: few, folded: [] });
  });

  it('folds a long row of small parts at the end, and only that', () => {
    const many = parts(5, LARGE, ...Array<number>(64).fill(1));

    expect(foldSmallTail(many)).toEqual({ kept: many.slice(0, 2), folded: many.slice(2) });
  });

  it('never folds large parts', () => {
    const large = parts(...Array<number>(500).fill(LARGE));

    expect(foldSmallTail(large)).toEqual({ kept: large, folded: [] });
  });
});

describe('finishedKey', () => {
  const key = (...ids: readonly string[]) =>
    finishedKey({ ref: 'ref', size: 1, parts: ids.map((id) => ({ id, size: 1 })) });

  it('is the key of the only part', () => {
    expect(key('a')).toBe('ref.a');
  });

  it('follows from the parts and their order', () => {
    expect(key('a', 'b')).toMatch(/^ref\.[0-9a-f]{32}$/);
    expect(key('a', 'b')).toBe(key('a', 'b'));
    expect(new Set([key(), key('a', 'b'), key('b', 'a'), key('a', 'b', 'c')]).size).toBe(4);
  });
});

describe('isKey() and uploadRefOf()', () => {
  const id = '0123456789abcdef'.repeat(2);

  it('know a key by its form, so that no other text becomes a path', () => {
    expect([id, `${id}.${id}`].every(isKey)).toBe(true);
    expect(['', id.slice(1), `${id}.`, `${id}/${id}`, `../${id}`, `${id}\n`, id.toUpperCase()].some(isKey)).toBe(false);
  });

  it('answer the upload that a key belongs to', () => {
    expect(uploadRefOf(`${id}.abc`)).toBe(id);
    expect(uploadRefOf(id)).toBeNull();
  });
});
