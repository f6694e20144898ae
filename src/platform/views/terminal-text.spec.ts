import { html } from './html.js';
import { terminalText } from './terminal-text.js';

const ESC = '\u001b';
const shown = (text: string): string => String(html`${terminalText(text)}`);

describe('terminalText', () => {
  it.each([
    ['plain <b> & text', 'plain &lt;b&gt; &amp; text'],
    [`${ESC}[31mred${ESC}[0m no`, '<span class="t-red">red</span> no'],
    [
      `${ESC}[1;32mok${ESC}[22m still${ESC}[39m.`,
      '<span class="t-green t-bold">ok</span><span class="t-green"> still</span>.',
    ],
    [`${ESC}[mplain`, 'plain'],
    [`${ESC}[93mbright`, '<span class="t-yellow">bright</span>'],
    [`${ESC}[38;5;12mof the palette`, '<span class="t-blue">of the palette</span>'],
    [`${ESC}[38;5;200;1mbold`, '<span class="t-bold">bold</span>'],
    [`${ESC}[38;2;31;31;31mno colour`, 'no colour'],
    [`${ESC}[48;5;1mno background`, 'no background'],
    [`${ESC}[0Ka${ESC}[2Jb${ESC}[?25lc`, 'abc'],
    [`${ESC}]0;title\u0007text${ESC}]8;;javascript:x${ESC}\\y`, 'texty'],
    [`cut ${ESC}[3`, 'cut 3'],
    [ESC, ''],
  ])('renders %j', (text, markup) => {
    expect(shown(text)).toBe(markup);
  });

  it('shows the last of what was written over, and keeps ends of lines of every kind', () => {
    expect(shown('1%\r50%\r100%\r\nsection_start:1:a\r\u001b[0KBuild\nx\r')).toBe('100%\nBuild\nx');
  });

  it.each([
    ['section_end:1:build\r\u001b[0K', ''],
    ['section_end:1:a\r\u001b[0Ksection_start:2:b\r\u001b[0K\u001b[1mNext', '<span class="t-bold">Next</span>'],
    ['section_end:1:build\r\u001b[K\nafter', '\nafter'],
    ['kept\u001b[K', 'kept'],
    ['kept\r\u001b[1K', 'kept'],
    ['gone\u001b[2K', ''],
    ['gone\u001b[1K', ''],
  ])('erases the line as %j says', (text, markup) => {
    expect(shown(text)).toBe(markup);
  });

  it('keeps a colour over the end of a line', () => {
    expect(shown(`${ESC}[31ma\nb`)).toBe('<span class="t-red">a</span>\n<span class="t-red">b</span>');
  });

  it('names what hides or turns text, also in colours', () => {
    expect(shown(`a\u202eb${ESC}[31m\u0007`)).toBe(
      'a<span class="control">U+202E</span>b<span class="t-red"><span class="control">U+0007</span></span>',
    );
  });

  it('names none of the characters that a log is full of', () => {
    const markup = shown('\u202e\n'.repeat(100_000));

    expect(markup).toBe('\ufffd\n'.repeat(100_000));
  });

  it('shows a log of very many colours to its end, the rest of it without', () => {
    const markup = shown(`${ESC}[31mx${ESC}[0m\n`.repeat(60_000));

    expect(markup.match(/<span/g)?.length).toBeLessThan(20_000);
    expect(markup.replace(/<[^>]*>/g, '')).toBe('x\n'.repeat(60_000));
  });
});
