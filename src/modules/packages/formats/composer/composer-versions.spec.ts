import { isComposerName, isComposerVersion, versionOfBranch, versionOfTag } from './composer-versions.js';
import { leastCpuMillis } from '../../../../../test/fixtures/least-cpu.js';

describe('versionOfTag', () => {
  it.each([
    ['v1.0.0', '1.0.0'],
    ['1.0', '1.0'],
    ['2.0.0-beta.1', '2.0.0-beta.1'],
    ['v1.0-RC2', '1.0-RC2'],
    ['2024-01-31', '2024-01-31'],
    ['version', null],
    ['release/1.0', null],
    ['v', null],
  ])('%s is %s', (tag, version) => {
    expect(versionOfTag(tag)).toBe(version);
  });
});

describe('versionOfBranch', () => {
  it.each([
    ['main', 'dev-main'],
    ['feature/x', 'dev-feature/x'],
    ['1.x', '1.x-dev'],
    ['2.1', '2.1.x-dev'],
    ['v3', '3.x-dev'],
  ])('%s is %s', (branch, version) => {
    expect(versionOfBranch(branch)).toBe(version);
    expect(isComposerVersion(version)).toBe(true);
  });
});

describe('isComposerName', () => {
  it.each(['acme/app', 'Acme/My-App_2', 'a/b.c'])('admits %s', (name) => {
    expect(isComposerName(name)).toBe(true);
  });

  it.each(['acme', 'acme/', '/app', 'acme/a/b', 'acme/..', 'a b/c', `acme/${'x'.repeat(251)}`, 'acme/ä', 'acme/a---b'])(
    'refuses %s',
    (name) => {
      expect(isComposerName(name)).toBe(false);
    },
  );

  it('decides about hostile texts at once', async () => {
    const least = await leastCpuMillis(() => {
      isComposerName(`${'a'.repeat(100_000)}!`);
      isComposerVersion(`1.0-beta${'1'.repeat(240)}!`);
    });

    expect(least).toBeLessThan(100);
  });
});
