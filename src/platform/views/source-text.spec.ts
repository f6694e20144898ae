import { html } from './html.js';
import { isBinary, linesOf, seeing, seen } from './source-text.js';

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

  it('names a hundred characters of a text at most', () => {
    const [few, many] = [100, 101].map((count) => String(html`${seen('\u0007'.repeat(count))}`));

    expect(few?.match(/U\+0007/g)).toHaveLength(100);
    expect(many).toBe('\ufffd'.repeat(101));
  });
});

describe('seeing', () => {
  it('names the first two thousand characters of a text; those that follow are U+FFFD', () => {
    const shown = seeing();
    const lines = ['\u0007'.repeat(1999), 'a\u0007\u0008b', '\u0007c'].map((line) => String(html`${shown(line)}`));

    expect(lines[0]?.match(/U\+0007/g)).toHaveLength(1999);
    expect(lines.slice(1)).toEqual(['a\ufffd\ufffdb', '\ufffdc']);
  });

  it('names none in a line of a million', () => {
    expect(String(html`${seen('\u0001'.repeat(1_000_000))}`)).toBe('\ufffd'.repeat(1_000_000));
  });
});

describe('isBinary', () => {
  it('looks for NUL, as git does', () => {
    expect([isBinary(Buffer.from('a\0b')), isBinary(Buffer.from('ä\n'))]).toEqual([true, false]);
  });
});
