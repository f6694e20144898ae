import { jest } from '@jest/globals';
import { turnsDuring } from '../../../../../test/fixtures/turns-during.js';
import { moduleIn, moduleLineIn, readGoRequest, readTag } from './go-module.js';
import { inVersionOrder, isGoVersion, readPseudoVersion } from './go-versions.js';

const ROOT = 'example.com/acme/lib';

describe('readGoRequest', () => {
  it.each([
    ['example.com/acme/lib/@v/list', { modulePath: ROOT, wanted: { kind: 'list' } }],
    ['example.com/acme/lib/@v/v1.0.0.info', { modulePath: ROOT, wanted: { kind: 'info', version: 'v1.0.0' } }],
    [
      'example.com/!acme/lib/@v/v1.0.0-!r!c.zip',
      { modulePath: 'example.com/Acme/lib', wanted: { kind: 'zip', version: 'v1.0.0-RC' } },
    ],
  ])('reads %s', (path, found) => {
    expect(readGoRequest(path)).toEqual(found);
  });

  it.each([
    'example.com/acme/lib/@latest',
    'example.com/Acme/lib/@v/list',
    'example.com/!/lib/@v/list',
    'example.com/../lib/@v/list',
    'example.com//lib/@v/list',
    'example.com/acme/lib/@v/v1.0.0.exe',
    'example.com/a\0/@v/list',
    '@v/list',
  ])('refuses %j', (path) => {
    expect(readGoRequest(path)).toBeNull();
  });
});

describe('moduleIn', () => {
  it.each([
    [ROOT, { folder: '', major: null }],
    [`${ROOT}/v2`, { folder: '', major: 2 }],
    [`${ROOT}/sub/dir`, { folder: 'sub/dir', major: null }],
    [`${ROOT}/sub/v10`, { folder: 'sub', major: 10 }],
    [`${ROOT}/v1`, { folder: 'v1', major: null }],
    [`${ROOT}rary`, null],
    ['example.com/acme', null],
  ])('%s', (path, found) => {
    expect(moduleIn(ROOT, path)).toEqual(found && { path, ...found });
  });
});

describe('moduleLineIn', () => {
  it.each([
    ['module example.com/a\n\ngo 1.20\n', 'example.com/a'],
    ['// module x\nmodule "example.com/a" // why', 'example.com/a'],
    ['module (\n\t// why\n\texample.com/a\n)\n', 'example.com/a'],
    ['module(\n"example.com/a" // why\n)', 'example.com/a'],
    ['modules example.com/a', null],
    ['module (', null],
    ['module', null],
    ['go 1.20', null],
    ['', null],
  ])('%j', (text, line) => {
    expect(moduleLineIn(text)).toBe(line);
  });

  it('takes apart the lines before it alone, and no more of a large file than its beginning', () => {
    const split = jest.spyOn(String.prototype, 'split');
    const turns = (text: string) => {
      split.mockClear();
      return [moduleLineIn(text), split.mock.calls.length];
    };
    expect(turns(`go 1.20\nmodule example.com/a\n${'// x\n'.repeat(100_000)}`)).toEqual(['example.com/a', 3]);
    const [found, most] = turns('\n'.repeat(1_000_000) + 'module example.com/a');
    split.mockRestore();
    expect([found, Number(most) <= 256 * 1024 + 1]).toEqual([null, true]);
  });
});

describe('readTag', () => {
  it('separates the folder from the version', () => {
    expect(readTag('sub/dir/v1.0.0')).toEqual({ folder: 'sub/dir', version: 'v1.0.0' });
    expect(readTag('v1.0.0')).toEqual({ folder: '', version: 'v1.0.0' });
  });
});

describe('isGoVersion', () => {
  it.each(['v0.0.1', 'v1.2.3-rc.1', 'v10.0.0-alpha'])('admits %s', (version) => {
    expect(isGoVersion(version)).toBe(true);
  });

  it.each(['1.0.0', 'v1.0', 'v01.0.0', 'v1.0.0+meta', 'v1.0.0-', 'v1.0.0-01', ' v1.0.0'])('refuses %j', (version) => {
    expect(isGoVersion(version)).toBe(false);
  });

  it('orders as semantic versioning does', async () => {
    expect(await inVersionOrder(['v1.10.0', 'v1.2.0', 'v1.2.0-rc.2', 'v1.2.0-rc.10'])).toEqual([
      'v1.2.0-rc.2',
      'v1.2.0-rc.10',
      'v1.2.0',
      'v1.10.0',
    ]);
  });

  it('orders many in several turns of the event loop', async () => {
    const versions = Array.from({ length: 30_000 }, (_, at) => `v1.${(at * 7919) % 30_000}.0`);

    expect((await inVersionOrder(versions)).slice(0, 2)).toEqual(['v1.0.0', 'v1.1.0']);
    expect(await turnsDuring(() => inVersionOrder(versions))).toBeGreaterThan(3);
  });
});

describe('readPseudoVersion', () => {
  it.each([
    'v0.0.0-20260102030405-abcdefabcdef',
    'v1.2.4-0.20260102030405-abcdefabcdef',
    'v1.2.3-rc.1.0.20260102030405-abcdefabcdef',
  ])('reads %s', (version) => {
    expect(readPseudoVersion(version)).toEqual({ stamp: '20260102030405', commit: 'abcdefabcdef' });
  });

  it.each(['v1.2.3', 'v1.2.3-20260102030405-abcdefabcdef', 'v0.0.0-2026-abcdefabcdef'])('refuses %s', (version) => {
    expect(readPseudoVersion(version)).toBeNull();
  });
});
