import { versionKeyOf } from './python-version.js';

describe('versionKeyOf', () => {
  it.each([
    ['1.0', '1'],
    ['1.0.0', '1'],
    ['v1.0', '1'],
    ['01.02', '1.2'],
    ['0.0', '0'],
    ['1.10', '1.10'],
    ['1.0-beta.2', '1b2'],
    ['1.0b2', '1b2'],
    ['1.0ALPHA', '1a0'],
    ['1.0-preview_3', '1rc3'],
    ['1.0c4', '1rc4'],
    ['1.0-1', '1.post1'],
    ['1.0.post01', '1.post1'],
    ['1.0-r2', '1.post2'],
    ['1.0.dev', '1.dev0'],
    ['1.0rc1.post2.dev3', '1rc1.post2.dev3'],
    ['2!1.0', '2!1'],
    ['0!1.0', '1'],
    ['1.0+Ubuntu-01', '1+ubuntu.1'],
  ])('%s: %s', (version, key) => {
    expect(versionKeyOf(version)).toBe(key);
  });

  it.each([
    '',
    'a',
    '1..2',
    '1.',
    '.1',
    '1.0+',
    '1.0+a..b',
    '1.0 2',
    '1.0-',
    '1.0x',
    'latest',
    '../1',
    '1'.repeat(256),
  ])('refuses %j', (version) => {
    expect(versionKeyOf(version)).toBeNull();
  });
});
