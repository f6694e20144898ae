import { GatheredBytes } from './gathered-bytes.js';

describe('GatheredBytes', () => {
  it('holds short and long pieces in the order in which they came', () => {
    const pieces = [1, 5000, 4096, 1, 1, 16_384, 4000, 4000, 4000, 4000, 4000, 0, 7].map((length, index) =>
      Buffer.alloc(length, index),
    );
    const gathered = new GatheredBytes();
    pieces.forEach((piece) => {
      gathered.add(piece);
    });

    expect(gathered.whole().equals(Buffer.concat(pieces))).toBe(true);
  });

  it('forgets what it is told to', () => {
    const gathered = new GatheredBytes();
    gathered.add(Buffer.from('a'));
    gathered.clear();
    gathered.add(Buffer.from('b'));

    expect(gathered.whole().toString()).toBe('b');
  });
});
