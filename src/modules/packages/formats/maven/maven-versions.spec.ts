import { compareMavenVersions } from './maven-versions.js';

describe('compareMavenVersions', () => {
  it.each([
    [
      [
        '1-alpha',
        '1-beta',
        '1-m2',
        '1-rc1',
        '1-rc2',
        '1-SNAPSHOT',
        '1',
        '1-sp',
        '1-zeta',
        '1.0.1',
        '1.1',
        '1.2',
        '1.10',
        '2',
      ],
    ],
    [['1.0-alpha-1', '1.0', '1.0.1-SNAPSHOT', '1.0.1']],
    [['2024.9', '2024.10', `9${'0'.repeat(40)}`]],
  ])('orders %j', (versions) => {
    expect(versions.toReversed().sort(compareMavenVersions)).toEqual(versions);
  });
});
