import { spanText } from './span-text.js';

describe('spanText', () => {
  it.each([
    [0, '0 s'],
    [0.4, '0.4 s'],
    [59.94, '59.9 s'],
    [61, '1 min 1 s'],
    [3600, '1 h 0 min'],
    [90_061, '25 h 1 min'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(spanText(seconds)).toBe(text);
  });
});
