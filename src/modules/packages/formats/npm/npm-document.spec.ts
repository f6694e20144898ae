import { turnsDuring } from '../../../../../test/fixtures/turns-during.js';
import { NpmDocument } from './npm-document.js';

const NAME = 'tool';
const documentOf = (content: object): NpmDocument =>
  NpmDocument.read(Buffer.from(JSON.stringify({ name: NAME, ...content })), NAME);
const many = <T>(length: number, entry: (n: number) => [string, T]): Record<string, T> =>
  Object.fromEntries(Array.from({ length }, (_, n) => entry(n)));
const refusalOf = (error: string) => expect.objectContaining({ body: expect.objectContaining({ error }) });

describe('NpmDocument', () => {
  it('refuses more than one version before it reads any', () => {
    const sent = documentOf({ versions: { 'no version': {}, another: {} } });

    expect(() => sent.publication()).toThrow(refusalOf('Only one version can be published at once.'));
  });

  it('moves a hundred tags at most', () => {
    const sent = (count: number) =>
      documentOf({ versions: { '1.0.0': {} }, 'dist-tags': many(count, (n) => [`t${n}`, '1.0.0']) });

    expect(sent(100).publication().tags).toHaveLength(100);
    expect(() => sent(101).publication()).toThrow(refusalOf('Tag is invalid.'));
  });

  it('takes ten thousand tags of other versions at most', () => {
    const sent = (count: number) =>
      documentOf({ versions: { '1.0.0': {} }, 'dist-tags': many(count, (n) => [`t${n}`, '2.0.0']) });

    expect(sent(10_000).publication().tags).toEqual([]);
    expect(() => sent(10_001).publication()).toThrow(refusalOf('Tag is invalid.'));
  });

  it('refuses a manifest of more fields than its length allows', () => {
    const sent = documentOf({ versions: { '1.0.0': many(60_000, (n) => [String(n), 1]) } });

    expect(() => sent.publication()).toThrow(refusalOf('The manifest is too large.'));
  });

  it('reads what is deprecated of many versions while other work runs', async () => {
    const sent = documentOf({ versions: many(40_000, (n) => [`1.0.${n}`, n % 2 ? { deprecated: 'old' } : {}]) });
    const turns = await turnsDuring(async () => {
      const { versionKeys, said } = await sent.deprecations();
      expect([versionKeys.length, said.length]).toEqual([40_000, 20_000]);
    });

    expect(turns).toBeGreaterThan(1);
  });

  it('answers 400 for no version, and for one that is none', async () => {
    await expect(documentOf({ versions: {} }).deprecations()).rejects.toEqual(refusalOf('Version is empty.'));
    await expect(documentOf({ versions: { x: {} } }).deprecations()).rejects.toEqual(refusalOf('Version is invalid.'));
  });
});
