import { bytesText } from './bytes.js';

describe('bytesText', () => {
  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1536, '1.5 KiB'],
    [200 * 1024, '200 KiB'],
    [5 * 1024 ** 3, '5.0 GiB'],
    [3000 * 1024 ** 4, '3000 TiB'],
  ])('%d is %s', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });
});
