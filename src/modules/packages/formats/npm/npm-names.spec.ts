import { isName, isTag, scopeOf, tarballName, versionInTarballName, versionKeyOf } from './npm-names.js';

describe('isName', () => {
  it.each(['a', 'left-pad', 'JSONStream', '@scope/name', '@a.b/c_d', 'a~b', '-'])('admits %s', (name) => {
    expect(isName(name)).toBe(true);
  });

  it.each(['', '.a', '_a', 'a/b', '@a', '@/a', '@a/', '@a/b/c', 'a b', '..', '@a/..', 'ä', 'a\n', 'x'.repeat(215)])(
    'refuses %j',
    (name) => {
      expect(isName(name)).toBe(false);
    },
  );
});

describe('scopeOf', () => {
  it('is null without one', () => {
    expect([scopeOf('@a/b'), scopeOf('b'), scopeOf('@a')]).toEqual(['a', null, null]);
  });
});

describe('versionKeyOf', () => {
  it.each([
    ['1.0.0', '1.0.0'],
    ['1.0.0-rc.1', '1.0.0-rc.1'],
    ['1.0.0+build', '1.0.0'],
  ])('%s: %s', (version, key) => {
    expect(versionKeyOf(version)).toBe(key);
  });

  it.each(['', '1', '1.0', 'v1.0.0', '=1.0.0', ' 1.0.0', '01.0.0', '1.0.0.0', 'latest', '../1.0.0'])(
    'refuses %j',
    (version) => {
      expect(versionKeyOf(version)).toBeNull();
    },
  );
});

describe('versionInTarballName', () => {
  it('reads what tarballName writes', () => {
    expect(tarballName('@scope/a-b', '1.0.0-c')).toBe('a-b-1.0.0-c.tgz');
    expect(versionInTarballName('@scope/a-b', 'a-b-1.0.0-c.tgz')).toBe('1.0.0-c');
    expect(versionInTarballName('a', 'b-1.0.0.tgz')).toBeNull();
    expect(versionInTarballName('a', 'a-1.0.0.tar')).toBeNull();
  });
});

describe('isTag', () => {
  it.each(['latest', 'next', 'release-1', 'beta.2'])('admits %s', (tag) => {
    expect(isTag(tag)).toBe(true);
  });

  it.each(['', '1', '1.x', 'v1.0.0', '^1', '*', 'x', 'a b', 'a/b', 'a\n', 'y'.repeat(256)])('refuses %j', (tag) => {
    expect(isTag(tag)).toBe(false);
  });
});
