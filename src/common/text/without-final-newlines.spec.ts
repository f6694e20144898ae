import { withoutFinalNewlines } from './without-final-newlines.js';

describe('withoutFinalNewlines', () => {
  it.each([
    ['', ''],
    ['\n\n', ''],
    ['a\n\nb', 'a\n\nb'],
    ['a\n\nb\n\n', 'a\n\nb'],
  ])('makes %j %j', (text, expected) => {
    expect(withoutFinalNewlines(text)).toBe(expected);
  });

  it('takes linear time for many line breaks in the middle', () => {
    const text = `a${'\n'.repeat(10_000_000)}b`;

    expect(withoutFinalNewlines(text)).toBe(text);
  });
});
