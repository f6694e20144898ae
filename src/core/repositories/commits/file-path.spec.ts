import { filePathComplaint } from './file-path.js';

describe('filePathComplaint', () => {
  it.each(['a', 'a/b.txt', '.gitignore', 'a/.github/x', 'git', 'ä ö', 'a/git~2', '-x'])('takes %s', (path) => {
    expect(filePathComplaint(path)).toBeUndefined();
  });

  it.each([
    ...['', '/a', 'a/', 'a//b', '.', 'a/./b', '../a', 'a\\b', 'a\0'],
    ...['.git', 'a/.GIT/x', '.git./x', '.git ', '.git. .', 'git~1/x', 'GIT~1', 'a'.repeat(4097)],
  ])('refuses %j', (path) => {
    expect(filePathComplaint(path)).toBe('is invalid');
  });
});
