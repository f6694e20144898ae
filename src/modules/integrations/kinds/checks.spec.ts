import { bareDomain, transitionIds } from './checks.js';

describe('transitionIds', () => {
  it.each(['5', ' 5 ', '5,7', '5; 7 ,9', '5,', '5 ; '])('takes %j', (text) => {
    expect(transitionIds(text)).toBeUndefined();
  });

  it.each(['', ',', '5 7', '5,,7', '5,,', 'x', '5,x'])('refuses %j', (text) => {
    expect(transitionIds(text)).toBe('is invalid');
  });

  it('takes linear time for blanks without end', () => {
    expect(transitionIds(`1${' '.repeat(1_000_000)}x`)).toBe('is invalid');
  });
});

describe('bareDomain', () => {
  it.each(['example.com', 'localhost', 'example.com:65535'])('takes %j', (text) => {
    expect(bareDomain(text)).toBeUndefined();
  });

  it.each(['https://example.com', 'example.com/path', 'example.com:65536', 'example.com:'])('refuses %j', (text) => {
    expect(bareDomain(text)).toBe('is invalid');
  });
});
