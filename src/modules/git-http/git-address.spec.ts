import { guessesOf, isGitPath, readAddress, serviceOf } from './git-address.js';

describe('isGitPath', () => {
  it('takes what lies below .git, and info/refs, but not what others own', () => {
    expect(['/a/b.git/info/refs', '/a/b.GIT/x', '/a/b/info/refs'].map(isGitPath)).toEqual([true, true, true]);
    expect(['/api/v4/x.git/y', '/v2/a.git/tags/list', '/-/x.git/y', '/a/b.git', '/a/b'].some(isGitPath)).toBe(false);
  });

  it('leaves the pages of files to others, whatever these are called', () => {
    const pages = [
      '/a/b/-/blob/main/bare.git/HEAD',
      '/a/b/-/tree/main.git/src',
      '/a/b/-/blob/main/info/refs',
      '/a/b/-/compare/v1...x.git/y',
      '/snippets/7/raw/main/bare.git/HEAD',
      '/a/b/snippets/7/raw/main/info/refs',
    ];

    expect(pages.filter(isGitPath)).toEqual([]);
    expect(['/snippets/7.git/info/refs', '/a/snippets/7/info/refs', '/a/-b.git/x'].filter(isGitPath)).toHaveLength(3);
  });
});

describe('readAddress', () => {
  it.each([
    ['/g/p.git/info/refs', { kind: 'advertisement', repository: 'g/p' }],
    ['/g/s/p.git/git-upload-pack', { kind: 'upload', repository: 'g/s/p' }],
    ['/g/p.git/git-receive-pack', { kind: 'receive', repository: 'g/p' }],
    ['/g/p%2Ex.git/info/refs', { kind: 'advertisement', repository: 'g/p.x' }],
    ['/g/p/info/refs', { kind: 'bare', path: '/g/p' }],
    ['/g/p.git/HEAD', { kind: 'unknown' }],
    ['/g/p.git/info/lfs/objects', { kind: 'unknown' }],
    ['/g/../p.git/info/refs', { kind: 'unknown' }],
    ['/g/%2e%2E/p.git/info/refs', { kind: 'unknown' }],
    ['/g/%2Fp.git/info/refs', { kind: 'unknown' }],
    ['/g//p.git/info/refs', { kind: 'unknown' }],
    ['/g/-p.git/info/refs', { kind: 'unknown' }],
    ['/g/%ff.git/info/refs', { kind: 'unknown' }],
    ['/g/./p/info/refs', { kind: 'unknown' }],
  ])('%s', (path, expected) => {
    expect(readAddress(path)).toEqual(expected);
  });
});

describe('guessesOf', () => {
  it('tries a project first, then a wiki or a snippet', () => {
    expect(guessesOf('g/p')).toEqual([{ kind: 'project', path: 'g/p' }]);
    expect(guessesOf('g/p.wiki')[1]).toEqual({ kind: 'wiki', path: 'g/p' });
    expect(guessesOf('snippets/7')[1]).toEqual({ kind: 'snippet', id: 7, projectPath: null });
    expect(guessesOf('g/p/snippets/7')[1]).toEqual({ kind: 'snippet', id: 7, projectPath: 'g/p' });
  });
});

describe('serviceOf', () => {
  it.each([
    ['service=git-upload-pack', 'git-upload-pack'],
    ['service=git-receive-pack&x=1', 'git-receive-pack'],
    ['service=git-archive&service=git-upload-pack', 'git-upload-pack'],
    ['service=git-upload-pack&service=git-archive', undefined],
    ['service=', undefined],
    ['', undefined],
  ])('reads %j as %j: the last value counts', (query, service) => {
    expect(serviceOf(new URLSearchParams(query))).toBe(service);
  });
});
