import { newUserCode, plainUserCode } from './user-code.js';

describe('newUserCode', () => {
  it('makes eight consonants with a dash in the middle, which are read however they are typed', () => {
    const code = newUserCode();

    expect(code).toMatch(/^[B-DF-HJ-NP-TV-Z]{4}-[B-DF-HJ-NP-TV-Z]{4}$/);
    expect(plainUserCode(` ${code.toLowerCase().replace('-', ' ')} `)).toBe(code.replace('-', ''));
    expect(newUserCode()).not.toBe(code);
  });
});
