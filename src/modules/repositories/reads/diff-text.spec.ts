import { Readable } from 'node:stream';
import { filesOf, PatchTexts, readRawDiff } from './diff-text.js';
import type { FileChange } from './diff-text.js';

const ID = 'a'.repeat(40);

describe('readRawDiff', () => {
  it('reads changes and renames', async () => {
    const words = [`:100644 100755 ${ID} ${ID} M`, 'a', `:100644 100644 ${ID} ${ID} R087`, 'b', 'c\nd'];

    expect(await readRawDiff(Readable.from(words))).toEqual([
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
    const more = Array.from({ length: 60 }, () =>
      texts.take(Buffer.from(`diff --git a/x b/x\n@@ @@\n${line.repeat(900)}`)),
    );

    const [first] = texts.end();
    expect(first?.isTooLarge).toBe(true);
    expect(first?.text.length).toBeLessThanOrEqual(100 * 1024);
    expect(more.at(-1)).toBe(false);
  });

  it('holds nothing of a line that is longer than what is shown', () => {
    const texts = new PatchTexts();
    const piece = Buffer.alloc(64 * 1024, 'x');
    texts.take(Buffer.from('diff --git a/x b/x\n@@ @@\n+'));
    const startedAt = performance.now();
    for (let at = 0; at < 3200; at += 1) {
      texts.take(piece); // 200 MiB
    }
    texts.take(Buffer.from('\ndiff --git a/y b/y\n@@ @@\n+y\n'));

    expect(texts.end()).toEqual([
      { text: '@@ @@\n', isTooLarge: true },
      { text: '@@ @@\n+y\n', isTooLarge: false },
    ]);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});

describe('PatchTexts of millions of short lines', () => {
  it('gives the texts as they came', () => {
    const texts = new PatchTexts();
    const text = `@@ @@\n${'+\n'.repeat(50_000)}`;
    for (let at = 0; at < 50; at += 1) {
      texts.take(Buffer.from(`diff --git a/x b/x\n${text}`));
    }

    expect(texts.end()).toEqual(Array.from({ length: 50 }, () => ({ text, isTooLarge: false })));
  });
});

describe('filesOf', () => {
  const change = (newPath: string, status: FileChange['status'] = 'M'): FileChange => ({
    oldPath: newPath,
    newPath,
    oldMode: '100644',
    newMode: '100644',
    status,
  });
  const text = (content: string) => ({ text: content, isTooLarge: false });

  it('gives both parts to what became another kind of thing, and the next part to the next file', () => {
    const files = filesOf([change('a', 'T'), change('b')], [text('-a\n'), text('+a\n'), text('+b\n')]);

    expect(files.map((file) => [file.newPath, file.text])).toEqual([
      ['a', '-a\n+a\n'],
      ['b', '+b\n'],
    ]);
  });

  it('leaves out the texts beyond 1,000 files, beyond 5 MiB, and those that git had no time for', () => {
    const changes = Array.from({ length: 1002 }, (_, at) => change(String(at)));
    const large = text('x'.repeat(3 * 1024 * 1024));

    expect(
      filesOf(
        changes,
        changes.map(() => text('x')),
      )
        .map(({ isCollapsed }) => isCollapsed)
        .indexOf(true),
    ).toBe(1000);
    expect(filesOf(changes.slice(0, 3), [large, large, large]).map(({ isCollapsed }) => isCollapsed)).toEqual([
      false,
      true,
      true,
    ]);
    expect(filesOf(changes.slice(0, 2), [text('x')]).map(({ isCollapsed }) => isCollapsed)).toEqual([false, true]);
  });
});
