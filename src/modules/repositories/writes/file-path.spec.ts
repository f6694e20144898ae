import { filePathError, newPathError } from './file-path.js';

describe('filePathError', () => {
  it.each([
    'a',
    'a/b.txt',
    '.gitignore',
    'a/.github/x',
    'git',
    'ä ö',
    'a/git~2',
    '-x',
    '.gitx',
    '.git.x',
    'a'.repeat(9000),
    'a/'.repeat(4000) + 'a',
  ])('takes %s', (path) => {
    expect(filePathError(path)).toBeUndefined();
  });

  it.each([
    ...['', '/a', 'a/', 'a//b', '.', 'a/./b', '../a', 'a\\b', 'a\0'],
    ...['.git', 'a/.GIT/x', '.git./x', '.git ', '.git. .', 'git~1/x', 'GIT~1'],
    ...['.git:x', 'a/.git::$INDEX_ALLOCATION/x', '.GIT ..:', 'git~1:', '.g\u200cit', '\ufeff.Git\u206f'],
  ])('refuses %j', (path) => {
    expect(filePathError(path)).toBe('is invalid');
  });

  it('looks at long names once', () => {
    const startedAt = performance.now();

    filePathError(`${'. '.repeat(500_000)}x`);

    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});

describe('newPathError', () => {
  it.each(['a'.repeat(4096), 'a/'.repeat(254) + 'a', 'ä'.repeat(2048)])('takes a path at the limits', (path) => {
    expect(newPathError(path)).toBeUndefined();
  });

  it.each(['a'.repeat(4097), 'a/'.repeat(255) + 'a', 'ä'.repeat(2049), '.git'])(
    'refuses a path beyond them',
    (path) => {
      expect(newPathError(path)).toBe('is invalid');
    },
  );
});
