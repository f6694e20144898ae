import { matchesStrongly, matchesWeakly, strongEtag, unmodifiedSince, weakEtag } from './etag.js';

describe('strongEtag() and weakEtag()', () => {
  it('differ for different bodies', () => {
    expect(strongEtag('a')).toMatch(/^"[\w-]+"$/);
    expect(strongEtag('a')).not.toBe(strongEtag('b'));
    expect(weakEtag('a')).toBe(`W/${strongEtag('a')}`);
  });

  it('match If-None-Match weakly by matchesWeakly()', () => {
    const etag = strongEtag('a');
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*', ` * `]) {
      expect(matchesWeakly(header, etag)).toBe(true);
      expect(matchesWeakly(header, weakEtag('a'))).toBe(true);
    }
    expect(matchesWeakly('"x"', etag)).toBe(false);
  });

  it('match If-Match strongly by matchesStrongly()', () => {
    const etag = strongEtag('a');
    expect([etag, `"x",${etag}`, '*'].map((header) => matchesStrongly(header, etag))).toEqual([true, true, true]);
    expect(matchesStrongly(`W/${etag}`, etag)).toBe(false);
    expect(matchesStrongly(weakEtag('a'), weakEtag('a'))).toBe(false);
  });
});

describe('unmodifiedSince', () => {
  const at = new Date('2026-11-21T10:00:00.900Z');

  it('compares whole seconds and passes what it cannot read', () => {
    expect(unmodifiedSince('Sat, 21 Nov 2026 10:00:00 GMT', at)).toBe(true);
    expect(unmodifiedSince('Sat, 21 Nov 2026 09:59:59 GMT', at)).toBe(false);
    expect(unmodifiedSince('soon', at)).toBe(true);
  });
});
