import { Readable } from 'node:stream';
import { turnsDuring } from '../../../../test/fixtures/turns-during.js';
import { ByteReader } from '../../../platform/git/byte-reader.js';
import { inFileOrder, linesOf, rangeOf, readHunks } from './blame-text.js';

const [ONE, OTHER] = ['1'.repeat(40), '2'.repeat(40)];
const readerOf = (...lines: string[]) => new ByteReader(Readable.from([Buffer.from(`${lines.join('\n')}\n`)]));

describe('readHunks', () => {
  it('reads the heads of hunks and nothing that looks like one', async () => {
    const output = readerOf(`${OTHER} 1 5 2`, `summary ${ONE} 1 1 1`, 'filename x', `${ONE} 3 1 4`, 'filename x');

    expect(await readHunks(output, 10)).toEqual([
      { commitId: OTHER, firstLine: 5, lines: 2 },
      { commitId: ONE, firstLine: 1, lines: 4 },
    ]);
  });

  it('reads one more than it may, so that it shows', async () => {
    expect(await readHunks(readerOf(...Array.from({ length: 9 }, (_, at) => `${ONE} 1 ${at} 1`)), 3)).toHaveLength(4);
  });
});

describe('inFileOrder', () => {
  it('joins what one commit wrote', () => {
    const hunk = (commitId: string, firstLine: number, lines: number) => ({ commitId, firstLine, lines });

    expect(inFileOrder([hunk(ONE, 3, 1), hunk(OTHER, 4, 2), hunk(ONE, 1, 2), hunk(OTHER, 7, 1)])).toEqual([
      hunk(ONE, 1, 3),
      hunk(OTHER, 4, 2),
      hunk(OTHER, 7, 1),
    ]);
  });
});

describe('rangeOf', () => {
  it.each([
    ['a\nb\nc\n', 2, 2, 3, 'b\n'],
    ['a\nb\nc', 2, 9, 3, 'b\nc'],
    ['a\nb\nc', 3, 3, 3, 'c'],
    ['a\n\n', 1, Infinity, 2, 'a\n\n'],
    ['a\n', 3, 4, 1, ''],
    ['', 1, Infinity, 0, ''],
  ])('finds in %j the lines from %i to %i', async (text, start, end, total, content) => {
    const found = await rangeOf(Buffer.from(text), start, end);

    expect([found.total, found.content.toString()]).toEqual([total, content]);
  });

  it('counts what JSON writes', async () => {
    expect((await rangeOf(Buffer.from('a\0\n'), 1, 1)).jsonBytes).toBe(13);
  });

  it.each([
    ['of a character as many bytes as it has', Buffer.from('é€\n'), 11],
    ['three bytes for each that is none', Buffer.from('\xff\xfe\n', 'latin1'), 12],
  ])('counts %s', async (_, content, jsonBytes) => {
    expect((await rangeOf(content, 1, 1)).jsonBytes).toBe(jsonBytes);
  });

  it.each([
    ['\n', 8_000_000],
    ['a', 80_000_000],
  ])('lets other work go on in a text of nothing but %j', async (text, size) => {
    expect(await turnsDuring(() => rangeOf(Buffer.alloc(size, text), 1, Infinity))).toBeGreaterThan(2);
  });
});

describe('linesOf', () => {
  it('takes the last line with or without its end', async () => {
    const read = ['a\n\nb\n', 'a\nb', ''].map((text) => linesOf(Buffer.from(text)));

    expect(await Promise.all(read)).toEqual([['a', '', 'b'], ['a', 'b'], []]);
  });

  it('lets other work go on', async () => {
    expect(await turnsDuring(() => linesOf(Buffer.alloc(4_000_000, '\xff\n', 'latin1')))).toBeGreaterThan(2);
  });
});
