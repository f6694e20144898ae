import { isFileName, isName, normalisedName } from './pypi-names.js';

describe('isName', () => {
  it.each(['a', 'A.b_c-1', '0x'])('admits %s', (name) => {
    expect(isName(name)).toBe(true);
  });

  it.each(['', '.a', 'a-', 'a b', 'a/b', 'ä', 'a\n', 'x'.repeat(256)])('refuses %j', (name) => {
    expect(isName(name)).toBe(false);
  });
});

describe('isFileName', () => {
  it.each(['', '..', '.a', 'a/b', 'a\\b', 'a\n', 'a"b', '-a'])('refuses %j', (name) => {
    expect(isFileName(name)).toBe(false);
  });

  it.each(['a-1.0.tar.gz', 'a-1!1.0+local-py3-none-any.whl'])('admits %s', (name) => {
    expect(isFileName(name)).toBe(true);
  });
});

describe('normalisedName', () => {
  it('is lower case, with one dash for each run of signs', () => {
    expect(normalisedName('My._-Tool')).toBe('my-tool');
  });
});
