import { normalizeVersion, sortByVersion } from './nuget-version.js';

describe('normalizeVersion', () => {
  it.each([
    ['1', '1.0.0'],
    ['1.0', '1.0.0'],
    ['1.0.0.0', '1.0.0'],
    ['1.0.0.5', '1.0.0.5'],
    ['01.002.3', '1.2.3'],
    ['1.0.0+build.5', '1.0.0'],
    ['1.0-Beta.1+x', '1.0.0-Beta.1'],
  ])('makes %s %s', (written, normalized) => {
    expect(normalizeVersion(written)).toBe(normalized);
  });

  it.each(['', 'v1', '1.0.0.0.0', '1.', '1.0-', '1.0-a..b', '1.0 ', '9999999999', '../1', '1\n'])(
    'refuses %j',
    (written) => {
      expect(normalizeVersion(written)).toBeNull();
    },
  );
});

describe('sortByVersion', () => {
  it('orders numbers, then labels, and releases last', async () => {
    const ordered = [
      '1.0.0-1',
      '1.0.0-2',
      '1.0.0-10',
      '1.0.0-alpha',
      '1.0.0-Alpha.1',
      '1.0.0-beta',
      '1.0.0',
      '1.0.0.1',
      '1.2.0',
      '1.10.0',
    ];

    const sorted = await sortByVersion(ordered.toReversed().map((version) => ({ version })));

    expect(sorted.map(({ version }) => version)).toEqual(ordered);
  });
});
