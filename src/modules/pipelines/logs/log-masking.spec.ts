import { maskPart } from './log-masking.js';

/** The whole log as it is stored when it comes in these parts. */
function stored(parts: readonly string[], secrets: readonly string[]): string {
  let held = Buffer.alloc(0);
  const shown = parts.map((part) => {
    const masked = maskPart(Buffer.concat([held, Buffer.from(part)]), secrets);
    held = Buffer.from(masked.held);
    return masked.shown.toString();
  });
  return shown.join('') + held.toString();
}

describe('maskPart', () => {
  it('cuts every secret out, the longer one first', () => {
    expect(stored(['a topsecret b topsecretplus c'], ['topsecret', 'topsecretplus'])).toBe('a [MASKED] b [MASKED] c');
  });

  it('finds a secret wherever the parts are cut', () => {
    const text = 'before s3cret-välue after';
    for (let at = 0; at <= text.length; at += 1) {
      expect(stored([text.slice(0, at), text.slice(at)], ['s3cret-välue'])).toBe('before [MASKED] after');
    }
    expect(stored([...text], ['s3cret-välue'])).toBe('before [MASKED] after');
  });

  it('shows nothing of a secret before it knows whether it is one', () => {
    expect(maskPart(Buffer.from('x abcd'), ['abcdefgh']).shown.toString()).toBe('x ');
    expect(stored(['x abcd', 'eX'], ['abcdefgh'])).toBe('x abcdeX');
  });

  it('leaves bytes that are no text as they are', () => {
    const bytes = Buffer.from([0, 255, 254, 10, 128]);

    expect(maskPart(bytes, ['topsecret']).shown).toEqual(bytes);
  });

  it('takes regular signs in secrets as they are', () => {
    expect(stored(['a $& (x+)+ b'], ['(x+)+'])).toBe('a $& [MASKED] b');
  });
});
