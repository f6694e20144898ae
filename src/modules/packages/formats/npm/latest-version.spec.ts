import { latestVersion } from './latest-version.js';

describe('latestVersion', () => {
  it.each([
    [['1.9.0', '1.10.0', '2.0.0-rc.1'], '1.10.0'],
    [['2.0.0-rc.1', '2.0.0-rc.10'], '2.0.0-rc.10'],
    [[], null],
  ])('of %j is %s', (versions, latest) => {
    expect(latestVersion(versions)).toBe(latest);
  });
});
