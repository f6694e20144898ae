import { PatchTexts, readRawDiff } from './diff-text.js';

const ID = 'a'.repeat(40);

describe('readRawDiff', () => {
  it('reads changes and renames', () => {
    const text = [`:100644 100755 ${ID} ${ID} M`, 'a', `:100644 100644 ${ID} ${ID} R087`, 'b', 'c\nd', ''].join('\0');

    expect(readRawDiff(text)).toEqual([
      { oldPath: 'a', newPath: 'a', oldMode: '100644', newMode: '100755', status: 'M' },
      { oldPath: 'b', newPath: 'c\nd', oldMode: '100644', newMode: '100644', status: 'R' },
    ]);
  });
});

describe('PatchTexts', () => {
  it('keeps what follows the first hunk of each file, however it is cut into chunks', () => {
    const patch = 'diff --git a/x b/x\nindex 1..2\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\ndiff --git a/y b/y\nmode\n';
    const texts = new PatchTexts();
    for (const byte of Buffer.from(patch)) {
      texts.take(Buffer.from([byte]));
    }

    expect(texts.end()).toEqual([
      { text: '@@ -1 +1 @@\n-a\n+b\n', isTooLarge: false },
      { text: '', isTooLarge: false },
    ]);
  });

  it('cuts a large file, and stops when the whole is too large', () => {
    const texts = new PatchTexts();
    const line = `+${'x'.repeat(99)}\n`;
    expect(texts.take(Buffer.from(`diff --git a/x b/x\n@@ @@\n${line.repeat(2000)}`))).toBe(true);
    for (let file = 0; file < 60; file++) {
      texts.take(Buffer.from(`diff --git a/x b/x\n@@ @@\n${line.repeat(900)}`));
    }

    const [first, ...others] = texts.end();
    expect(first?.isTooLarge).toBe(true);
    expect(first?.text.length).toBeLessThanOrEqual(100 * 1024);
    expect(others.filter((text) => text === null).length).toBeGreaterThan(0);
  });
});
