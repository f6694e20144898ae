import { refuseLargeShape } from './json-shape.js';

const isRefused = (text: string): boolean => {
  try {
    refuseLargeShape(Buffer.from(text));
    return false;
  } catch {
    return true;
  }
};

describe('refuseLargeShape', () => {
  it('lets eleven levels and 4,096 commas pass, and no more', () => {
    expect(isRefused('['.repeat(11) + ']'.repeat(11))).toBe(false);
    expect(isRefused('{"a":'.repeat(12) + '1' + '}'.repeat(12))).toBe(true);
    expect(isRefused(`[${'[],'.repeat(4096)}[]]`)).toBe(false);
    expect(isRefused(`[${'[],'.repeat(4097)}[]]`)).toBe(true);
  });

  it.each([
    ['brackets', '['.repeat(50)],
    ['commas', ','.repeat(5000)],
    ['escaped quotes', `\\"${'['.repeat(50)}`],
    ['escaped backslashes and quotes', `\\\\\\"${','.repeat(5000)}`],
  ])('takes no notice of %s inside a text', (_name, inside) => {
    expect(isRefused(`{"a":"${inside}"}`)).toBe(false);
  });

  it('sees what stands behind a text that ends in backslashes', () => {
    expect(isRefused(`{"a":"\\\\","b":${'['.repeat(50)}`)).toBe(true);
  });

  it('leaves broken JSON to the parser', () => {
    for (const text of ['', '"', '{', '}', '"\\', '[[[', ']]]]', 'nonsense']) {
      expect(isRefused(text)).toBe(false);
    }
  });
});
