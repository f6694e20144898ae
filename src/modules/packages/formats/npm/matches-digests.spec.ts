import { integrityOf, matchesDigests } from './matches-digests.js';

const DIGESTS = { sha1: 'aa'.repeat(20), sha256: 'bb'.repeat(32), sha512: 'cc'.repeat(64) };
const integrity = integrityOf(DIGESTS.sha512);

describe('matchesDigests', () => {
  it.each([
    { shasum: '', integrity: '' },
    { shasum: DIGESTS.sha1.toUpperCase(), integrity },
    { shasum: '', integrity: `${integrity}?option md5-unknown` },
    { shasum: '', integrity: `sha1-${Buffer.from(DIGESTS.sha1, 'hex').toString('base64')}` },
  ])('takes %j', (claimed) => {
    expect(matchesDigests(claimed, DIGESTS)).toBe(true);
  });

  it.each([
    { shasum: 'aa', integrity },
    { shasum: '', integrity: 'sha512-xx' },
    { shasum: '', integrity: `${integrity} sha256-xx` },
    { shasum: '', integrity: 'sha1-' },
  ])('refuses %j', (claimed) => {
    expect(matchesDigests(claimed, DIGESTS)).toBe(false);
  });
});
