import { turnsDuring } from '../../../../../test/fixtures/turns-during.js';
import { sortMavenVersions } from './maven-versions.js';

describe('sortMavenVersions', () => {
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
  ])('orders %j', async (versions) => {
    expect(await sortMavenVersions(versions.toReversed())).toEqual(versions);
  });

  it('lets other work run while it orders many', async () => {
    const versions = Array.from({ length: 40_000 }, (_, n) => `1.${(n * 7919) % 40_000}`);
    const turns = await turnsDuring(async () => {
      expect((await sortMavenVersions(versions)).slice(0, 3)).toEqual(['1.0', '1.1', '1.2']);
    });

    expect(turns).toBeGreaterThan(1);
  });
});
