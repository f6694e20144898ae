import { answeredPart, readByteRange } from './byte-range.js';

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

describe('answeredPart', () => {
  const ETAG = '"e"';

  it('answers 206 with the range that was asked for', () => {
    expect(answeredPart({ method: 'GET', headers: { range: 'bytes=2-5' } }, ETAG, 10)).toEqual({
      status: 206,
      range: { start: 2, end: 5 },
      headers: { 'Content-Range': 'bytes 2-5/10', 'Content-Length': 4 },
    });
  });

  it.each([
    ['no range', 'GET', {}],
    ['HEAD', 'HEAD', { range: 'bytes=2-5' }],
    ['an If-Range of other bytes', 'GET', { range: 'bytes=2-5', 'if-range': '"other"' }],
  ])('answers 200 with the whole for %s', (_case, method, headers) => {
    expect(answeredPart({ method, headers }, ETAG, 10)).toEqual({
      status: 200,
      range: undefined,
      headers: { 'Content-Length': 10 },
    });
  });

  it('answers a range where the If-Range holds', () => {
    const headers = { range: 'bytes=2-5', 'if-range': ETAG };

    expect(answeredPart({ method: 'GET', headers }, ETAG, 10)).toMatchObject({ status: 206 });
  });

  it('has no answer for a range outside', () => {
    expect(answeredPart({ method: 'GET', headers: { range: 'bytes=10-' } }, ETAG, 10)).toBeNull();
  });
});
