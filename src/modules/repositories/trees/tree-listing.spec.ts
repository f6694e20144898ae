import { Readable } from 'node:stream';
import { nameKey } from '../../../platform/git/tree-object.js';
import type { TreeEntry } from '../../../platform/git/tree-object.js';
import { turnsDuring } from '../../../../test/fixtures/turns-during.js';
import { inListingOrder, listed } from './tree-listing.js';
import { readSmallTree } from './small-trees.js';

const entry = (name: string, type: TreeEntry['type'] = 'blob'): TreeEntry => ({
  mode: '100644',
  type,
  id: 'a'.repeat(40),
  name,
  key: nameKey(name),
});

describe('inListingOrder', () => {
  it('puts trees before blobs before commits, each by the bytes of their names', async () => {
    const entries = [entry('a', 'commit'), entry('b'), entry('z', 'tree'), entry('a-b', 'tree'), entry('a', 'tree')];

    const ordered = await inListingOrder([...entries, entry('\u{10000}'), entry('\uffff')]);

    expect(ordered.map(({ name, type }) => `${type} ${name}`)).toEqual([
      'tree a',
      'tree a-b',
      'tree z',
      'blob b',
      'blob \uffff',
      'blob \u{10000}',
      'commit a',
    ]);
  });
});

describe('inListingOrder of a million entries', () => {
  it('lets other work run meanwhile, and keeps the order in which they are', async () => {
    const blob = entry('a');
    const many = Array.from({ length: 1_000_000 }, () => blob);
    const ordered: (readonly TreeEntry[])[] = [];

    const turns = await turnsDuring(async () => {
      ordered.push(await inListingOrder(many));
    });

    expect(turns).toBeGreaterThan(1);
    expect(ordered[0]).toHaveLength(many.length);
  });
});

describe('listed', () => {
  it('joins the path of bytes before it reads them as text', () => {
    expect(listed(entry('ü'), nameKey('ä/ö/'))).toEqual({
      mode: '100644',
      type: 'blob',
      id: 'a'.repeat(40),
      name: 'ü',
      path: 'ä/ö/ü',
    });
  });
});

describe('readSmallTree', () => {
  const row = (path: string, type = 'blob') => `100644 ${type} ${'a'.repeat(40)}\t${path}\0`;

  it('finds the entries of each folder, whatever their names hold', async () => {
    const text = [row('d', 'tree'), row('d/x\ty'), row('d/e', 'tree'), row('d/e/ü\n'), row('z')].join('');

    const whole = await readSmallTree(Readable.from([Buffer.from(text)]));

    expect(whole).toMatchObject({ rows: 5 });
    const folders = typeof whole === 'string' ? new Map() : whole.folders;
    expect([...folders].map(([prefix, entries]) => [prefix, entries.map(({ name }: TreeEntry) => name)])).toEqual([
      ['', ['d', 'z']],
      ['d/', ['x\ty', 'e']],
      ['d/e/', ['ü\n']],
    ]);
  });

  it('stops at too many rows, and at too many bytes', async () => {
    const many = Buffer.from(row('x').repeat(10_001));
    const long = Buffer.from(row('x'.repeat(5 * 1024 * 1024)).repeat(2));

    expect(await readSmallTree(Readable.from([many]))).toBe('many rows');
    expect(await readSmallTree(Readable.from([long]))).toBe('many bytes');
  });
});
