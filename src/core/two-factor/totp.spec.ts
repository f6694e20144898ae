import { newBackupCodes, newSecret, otpauthUri, plainCode, stepOf } from './totp.js';

/** The secret and codes of RFC 6238, appendix B, cut to six digits. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('stepOf', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('knows the code of the standard at %i s', (seconds, code) => {
    expect(stepOf(code, RFC_SECRET, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('takes a code one step early or late, not two', () => {
    const seconds = 1_111_111_109;
    const step = Math.floor(seconds / 30);

    expect([-60, -30, 0, 30, 60].map((late) => stepOf('081804', RFC_SECRET, (seconds + late) * 1000))).toEqual([
      null,
      step,
      step,
      step,
      null,
    ]);
  });

  it.each(['', '28708', '2870822', 'abcdef', '28708a', '２８７０８２', '28708é'])('refuses %j', (code) => {
    expect(stepOf(code, RFC_SECRET, 59_000)).toBeNull();
  });
});

describe('newSecret() and otpauthUri()', () => {
  it('make 160 bits as base32, and an address that programs read', () => {
    const secret = newSecret();
    const uri = new URL(otpauthUri(secret, 'ada lovelace'));

    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(uri.pathname)).toContain('Slipway:ada lovelace');
  });
});

describe('newBackupCodes() and plainCode()', () => {
  it('make ten different codes, and read them with dashes and spaces', () => {
    const codes = newBackupCodes();

    expect(new Set(codes).size).toBe(10);
    expect(plainCode(` ${codes[0]!.slice(0, 4)}-${codes[0]!.slice(4).toUpperCase()} `)).toBe(codes[0]);
  });
});
