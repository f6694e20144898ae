import { readByteRange } from './byte-range.js';

describe('readByteRange', () => {
  it.each([
    ['bytes=0-0', { kind: 'part', start: 0, end: 0 }],
    ['bytes=500-1499', { kind: 'part', start: 500, end: 1499 }],
    ['bytes=500-', { kind: 'part', start: 500, end: 2047 }],
    ['bytes=-500', { kind: 'part', start: 1548, end: 2047 }],
    ['bytes=-5000', { kind: 'part', start: 0, end: 2047 }],
    ['bytes=2000-5000', { kind: 'part', start: 2000, end: 2047 }],
    ['Bytes=1-2', { kind: 'part', start: 1, end: 2 }],
    ['bytes = 1 - 2', { kind: 'part', start: 1, end: 2 }],
  ])('reads %j of 2048 bytes', (header, expected) => {
    expect(readByteRange(header, 2048)).toEqual(expected);
  });

  it.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=0-1,5-6', 'lines=0-1', '0-1'])(
    'gives the whole for %j',
    (header) => {
      expect(readByteRange(header, 2048)).toEqual({ kind: 'whole' });
    },
  );

  it.each(['bytes=2048-', 'bytes=5000-10000', 'bytes=500-0', 'bytes=-0'])('finds nothing at %j', (header) => {
    expect(readByteRange(header, 2048)).toEqual({ kind: 'outside' });
  });

  it('takes linear time for blanks without end', () => {
    expect(readByteRange(`bytes=${' '.repeat(1_000_000)}x`, 2048)).toEqual({ kind: 'whole' });
    expect(readByteRange(`bytes=1${' '.repeat(1_000_000)}x`, 2048)).toEqual({ kind: 'whole' });
  });

  it('finds nothing in an empty blob', () => {
    expect(readByteRange('bytes=0-', 0)).toEqual({ kind: 'outside' });
    expect(readByteRange('bytes=-1', 0)).toEqual({ kind: 'outside' });
  });
});
