import { encode } from 'uqr';
import { qrPicture } from './qr-picture.js';

describe('qrPicture', () => {
  it('draws what was encoded, with a quiet zone, and escapes its label', () => {
    const text = 'otpauth://totp/Slipway:ada?secret=ABCDEFGHIJKLMNOP&issuer=Slipway';
    const picture = String(qrPicture(text, '"><script>'));
    const { data, size } = encode(text, { ecc: 'M', border: 4 });
    const drawn = data.map((row) => row.map(() => false));
    for (const [, x, y, width] of picture.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
    }

    expect(drawn).toEqual(data);
    expect(drawn.slice(0, 4).flat()).not.toContain(true);
    expect(picture).toContain(`viewBox="0 0 ${size} ${size}"`);
    expect(picture).toContain('aria-label="&quot;&gt;&lt;script&gt;"');
    expect(picture).not.toContain('style=');
  });
});
