import { candidatesOf, isRefName } from './ref-names.js';

describe('isRefName', () => {
  it.each(['main', 'feat/x.1', 'ä', 'a@b', '@', 'v1.0', 'HEADS', 'a'.repeat(250), 'abcdef0'])('takes %s', (name) => {
    expect(isRefName(name)).toBe(true);
  });

  it.each([
    ...['', '-x', 'HEAD', 'a'.repeat(251), 'f'.repeat(40), '0'.repeat(64), 'refs/heads/x', 'refs/tags/x'],
    ...['a b', 'a..b', 'a~1', 'a^', 'a:b', 'a?', 'a*', 'a[', 'a\\b', 'a@{1}', '/a', 'a/', 'a//b', '.a', 'a/.b'],
    ...['a.', 'a.lock', 'a.lock/b', 'a\u0000', 'a\u007f', 'a\n', 'a\ufffd'],
  ])('refuses %j', (name) => {
    expect(isRefName(name)).toBe(false);
  });
});

describe('candidatesOf', () => {
  it('tries a branch, then a tag, then a commit', () => {
    expect(candidatesOf('abcdef0').map(({ kind }) => kind)).toEqual(['branch', 'tag', 'commit']);
    expect(candidatesOf('f'.repeat(40)).map(({ kind }) => kind)).toEqual(['commit']);
    expect(candidatesOf('main').map(({ kind }) => kind)).toEqual(['branch', 'tag']);
  });

  it('takes full names exactly, and HEAD for the default branch', () => {
    expect(candidatesOf('refs/tags/v1')).toEqual([{ kind: 'tag', name: 'v1' }]);
    expect(candidatesOf('HEAD')).toEqual([{ kind: 'head' }]);
  });

  it.each(['main~1', 'main^{tree}', 'main:a', 'main@{1}', 'refs/heads/a..b', '--all'])(
    'finds nothing for %s',
    (text) => {
      expect(candidatesOf(text)).toEqual([]);
    },
  );
});
