import { lengthOf, readChunkRange, writeUploadRange } from './chunk-range.js';

describe('readChunkRange', () => {
  it.each(['0-9', 'bytes 0-9/*', 'bytes 0-9/100', 'bytes 0-9', 'bytes=0-9', ' 0-9 '])('reads %j', (header) => {
    expect(readChunkRange(header)).toEqual({ start: 0, end: 9 });
  });

  it.each(['', '-', '0-', '-9', '9-0', 'a-b', '0-9-10', '1.5-2', '0-9999999999999999'])(
    'makes no sense of %j',
    (header) => {
      expect(readChunkRange(header)).toBeNull();
    },
  );

  it('counts both ends', () => {
    expect(lengthOf({ start: 5, end: 5 })).toBe(1);
  });
});

describe('writeUploadRange', () => {
  it.each([
    [0, '0-0'],
    [1, '0-0'],
    [1024, '0-1023'],
  ])('writes %d bytes as %s', (size, expected) => {
    expect(writeUploadRange(size)).toBe(expected);
  });
});
