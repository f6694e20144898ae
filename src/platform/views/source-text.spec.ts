import { html } from './html.js';
import { isBinary, linesOf, seen } from './source-text.js';

describe('linesOf', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r\n\nb\n\n', ['a', '', 'b', '']],
  ])('splits %j', (text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });
});

describe('seen', () => {
  it('names what turns or hides text, and escapes the rest', () => {
    expect(String(html`${seen('a\u202e<b>\t\u0007')}`)).toBe(
      'a<span class="control">U+202E</span>&lt;b&gt;\t<span class="control">U+0007</span>',
    );
  });
});

describe('isBinary', () => {
  it('looks for NUL, as git does', () => {
    expect([isBinary(Buffer.from('a\0b')), isBinary(Buffer.from('ä\n'))]).toEqual([true, false]);
  });
});
