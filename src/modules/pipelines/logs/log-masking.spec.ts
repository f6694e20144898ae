import { turnsDuring } from '../../../../test/fixtures/turns-during.js';
import { maskAll, maskPart } from './log-masking.js';

/** The whole log as it is stored when it comes in these parts. */
async function stored(parts: readonly string[], secrets: readonly string[]): Promise<string> {
  let held = Buffer.alloc(0);
  let shown = '';
  for (const part of parts) {
    const masked = await maskPart(Buffer.concat([held, Buffer.from(part)]), secrets);
    held = Buffer.from(masked.held);
    shown += masked.shown.toString();
  }
  return shown + (await maskAll(held, secrets)).toString();
}

describe('maskPart', () => {
  it('cuts every secret out, the longer one first', async () => {
    expect(await stored(['a topsecret b topsecretplus c'], ['topsecret', 'topsecretplus'])).toBe(
      'a [MASKED] b [MASKED] c',
    );
  });

  it('finds a secret wherever the parts are cut', async () => {
    const text = 'before s3cret-välue after';
    for (let at = 0; at <= text.length; at += 1) {
      expect(await stored([text.slice(0, at), text.slice(at)], ['s3cret-välue'])).toBe('before [MASKED] after');
    }
    expect(await stored([...text], ['s3cret-välue'])).toBe('before [MASKED] after');
  });

  it('shows nothing of a secret before it knows whether it is one', async () => {
    expect((await maskPart(Buffer.from('x abcd'), ['abcdefgh'])).shown.toString()).toBe('x ');
    expect(await stored(['x abcd', 'eX'], ['abcdefgh'])).toBe('x abcdeX');
  });

  it('holds a secret back that a longer one begins with, until it knows which of them it is', async () => {
    const secrets = ['topsecret', 'topsecretplus'];

    for (const at of [8, 9, 10, 12]) {
      expect(await stored(['topsecretplus'.slice(0, at), 'topsecretplus'.slice(at)], secrets)).toBe('[MASKED]');
    }
    expect(await stored(['a topsecret'], secrets)).toBe('a [MASKED]');
    expect(await stored(['a topsecretp', 'x'], secrets)).toBe('a [MASKED]px');
  });

  it('shows nothing of a secret whose end may begin another one', async () => {
    expect(await stored(['a topsecret', ' b'], ['topsecret', 'secretary'])).toBe('a [MASKED] b');
  });

  it('leaves bytes that are no text as they are', async () => {
    const bytes = Buffer.from([0, 255, 254, 10, 128]);

    expect((await maskPart(bytes, ['topsecret'])).shown).toEqual(bytes);
  });

  it('takes regular signs in secrets as they are', async () => {
    expect(await stored(['a $& (x+)+ b'], ['(x+)+'])).toBe('a $& [MASKED] b');
  });

  it('lets other work go on while it looks for many secrets in a large part', async () => {
    const secrets = Array.from({ length: 300 }, (_, at) => `${'s'.repeat(14)}${String(at).padStart(6, '0')}`);
    const part = Buffer.alloc(2 * 1024 * 1024, 's');

    expect(await turnsDuring(() => maskPart(part, secrets))).toBeGreaterThan(1);
  });
});
