import { readMetadata, withVersions, writeMetadata } from './maven-metadata.js';

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
const changed = (xml: string, ...versions: string[]) => withVersions(readMetadata(xml)!, versions, AT);

describe('readMetadata', () => {
  it('reads what maven writes', () => {
    expect(readMetadata(metadataOf('1.1', '1.0', '1.1'))).toEqual({
      groupId: 'org.acme',
      artifactId: 'app',
      latest: '1.1',
      release: '1.1',
      versions: ['1.0', '1.1'],
      lastUpdated: '20260101000000',
      hasPlugins: false,
    });
  });

  it('takes no version from elsewhere', () => {
    const xml = '<metadata><version>9</version><plugins><plugin><version>8</version></plugin></plugins></metadata>';

    expect(readMetadata(xml)).toMatchObject({ versions: [], hasPlugins: true });
  });

  it.each([
    '',
    'text',
    '<project/>',
    '<metadata>',
    '<metadata>&unknown;</metadata>',
    '<!DOCTYPE m [<!ENTITY a "b">]><metadata>&a;</metadata>',
  ])('answers null for %j', (xml) => {
    expect(readMetadata(xml)).toBeNull();
  });

  it('refuses a megabyte of nested elements at once', () => {
    const started = process.cpuUsage();

    expect(readMetadata(`<metadata>${'<a>'.repeat(300_000)}${'</a>'.repeat(300_000)}</metadata>`)).toBeNull();
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(200);
  });
});

describe('withVersions', () => {
  it('answers null where nothing differs', () => {
    expect(changed(metadataOf('1.1', '1.1', '1.0'), '1.0', '1.1')).toBeNull();
  });

  it('adds what is missing and takes the newest', () => {
    expect(changed(metadataOf('1.0', '1.0'), '1.0', '1.10', '1.9', '2-SNAPSHOT')).toMatchObject({
      versions: ['1.0', '1.9', '1.10', '2-SNAPSHOT'],
      latest: '2-SNAPSHOT',
      release: '1.10',
      lastUpdated: '20260203040506',
    });
  });

  it('keeps the latest while it is there', () => {
    expect(changed(metadataOf('1.1', '1.0', '1.1', '2.0'), '1.0', '1.1')).toMatchObject({
      latest: '1.1',
      release: '1.1',
    });
    expect(changed(metadataOf('2.0', '1.0', '1.1', '2.0'), '1.0', '1.1')).toMatchObject({
      latest: '1.1',
      release: '1.1',
    });
  });

  it('may leave none', () => {
    const written = writeMetadata(changed(metadataOf('1.0', '1.0'))!);

    expect(readMetadata(written)).toMatchObject({ versions: [], latest: '', release: '' });
  });
});
