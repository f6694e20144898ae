import { readMetadata, withVersions, writeMetadata } from './maven-metadata.js';
import { leastCpuMillis } from '../../../../../test/fixtures/least-cpu.js';
import { turnsDuring } from '../../../../../test/fixtures/turns-during.js';

const metadataOf = (latest: string, ...versions: string[]) =>
  writeMetadata({
    groupId: 'org.acme',
    artifactId: 'app',
    latest,
    release: latest,
    versions,
    lastUpdated: '20260101000000',
    hasPlugins: false,
  });
const AT = new Date('2026-02-03T04:05:06Z');
const changed = async (xml: string, ...versions: string[]) => withVersions((await readMetadata(xml))!, versions, AT);

const manyElements = () => Array.from({ length: 8000 }, (_, n) => `<b${n}/>`).join('');

describe('readMetadata', () => {
  it('reads what maven writes', async () => {
    expect(await readMetadata(metadataOf('1.1', '1.0', '1.1'))).toEqual({
      groupId: 'org.acme',
      artifactId: 'app',
      latest: '1.1',
      release: '1.1',
      versions: ['1.0', '1.1'],
      lastUpdated: '20260101000000',
      hasPlugins: false,
    });
  });

  it('takes no version from elsewhere', async () => {
    const xml = '<metadata><version>9</version><plugins><plugin><version>8</version></plugin></plugins></metadata>';

    expect(await readMetadata(xml)).toMatchObject({ versions: [], hasPlugins: true });
  });

  it.each([
    '',
    'text',
    '<project/>',
    '<metadata>',
    '<metadata>&unknown;</metadata>',
    '<!DOCTYPE m [<!ENTITY a "b">]><metadata>&a;</metadata>',
    `<metadata ${Array.from({ length: 101 }, (_, n) => `a${n}=""`).join(' ')} />`,
  ])('answers null for %j', async (xml) => {
    expect(await readMetadata(xml)).toBeNull();
  });

  it('takes no version that is longer than one of a package', async () => {
    const xml = metadataOf('1.0', '1.0', '1'.repeat(255), '9'.repeat(256));

    expect((await readMetadata(xml))?.versions).toEqual(['1.0', '1'.repeat(255)]);
  });

  it('lets other work run while it reads a megabyte', async () => {
    const megabyte = metadataOf('1', ...Array.from({ length: 40_000 }, (_, n) => `1.${n}`));

    expect(await turnsDuring(() => readMetadata(megabyte))).toBeGreaterThan(1);
  });

  it('refuses a megabyte of nested elements at once', async () => {
    const nested = `<metadata>${'<a>'.repeat(300_000)}${'</a>'.repeat(300_000)}</metadata>`;
    const least = await leastCpuMillis(async () => {
      expect(await readMetadata(nested)).toBeNull();
    });

    expect(least).toBeLessThan(200);
  });

  it.each([
    ['elements below a long name', (name: string) => `<${name}>${'<b/>'.repeat(80_000)}</${name}>`],
    ['different elements below it', (name: string) => `<${name}>${manyElements()}</${name}>`],
  ])('refuses a megabyte of %s at once', async (_what, inner) => {
    const least = await leastCpuMillis(async () => {
      expect(await readMetadata(`<metadata>${inner('n'.repeat(300_000))}</metadata>`)).toBeNull();
    });

    expect(least).toBeLessThan(200);
  });

  it('reads past elements that it does not know', async () => {
    const xml = `<metadata><groupId>org.acme</groupId>${manyElements()}</metadata>`;

    expect(await readMetadata(xml)).toMatchObject({ groupId: 'org.acme', versions: [] });
  });
});

describe('withVersions', () => {
  it('answers null where nothing differs', async () => {
    expect(await changed(metadataOf('1.1', '1.1', '1.0'), '1.0', '1.1')).toBeNull();
  });

  it('adds what is missing and takes the newest', async () => {
    expect(await changed(metadataOf('1.0', '1.0'), '1.0', '1.10', '1.9', '2-SNAPSHOT')).toMatchObject({
      versions: ['1.0', '1.9', '1.10', '2-SNAPSHOT'],
      latest: '2-SNAPSHOT',
      release: '1.10',
      lastUpdated: '20260203040506',
    });
  });

  it('keeps the latest while it is there', async () => {
    expect(await changed(metadataOf('1.1', '1.0', '1.1', '2.0'), '1.0', '1.1')).toMatchObject({
      latest: '1.1',
      release: '1.1',
    });
    expect(await changed(metadataOf('2.0', '1.0', '1.1', '2.0'), '1.0', '1.1')).toMatchObject({
      latest: '1.1',
      release: '1.1',
    });
  });

  it('may leave none', async () => {
    const written = writeMetadata((await changed(metadataOf('1.0', '1.0')))!);

    expect(await readMetadata(written)).toMatchObject({ versions: [], latest: '', release: '' });
  });
});
