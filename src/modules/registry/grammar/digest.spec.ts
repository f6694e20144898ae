import { algorithmOf, digestOfBytes, fallbackTagOf, hexOf } from './digest.js';

describe('algorithmOf', () => {
  it('knows sha256 and sha512 by their length', () => {
    expect(algorithmOf(`sha256:${'a'.repeat(64)}`)).toBe('sha256');
    expect(algorithmOf(`sha512:${'0'.repeat(128)}`)).toBe('sha512');
  });

  it.each([
    '',
    'sha256:',
    `sha256:${'a'.repeat(63)}`,
    `sha256:${'A'.repeat(64)}`,
    `sha512:${'a'.repeat(64)}`,
    `md5:${'a'.repeat(32)}`,
    `sha256:${'a'.repeat(64)} `,
    `sha256:${'a'.repeat(64)}\n`,
    'latest',
  ])('takes %j for no digest', (text) => {
    expect(algorithmOf(text)).toBeNull();
  });
});

describe('digestOfBytes', () => {
  it('writes the digest of nothing as everybody does', () => {
    expect(digestOfBytes('sha256', Buffer.alloc(0))).toBe(
      'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });
});

describe('fallbackTagOf', () => {
  it('keeps to the length a tag may have', () => {
    const digest = digestOfBytes('sha512', Buffer.from('x'));

    expect(fallbackTagOf(digest)).toBe(`sha512-${hexOf(digest).slice(0, 64)}`);
  });
});
