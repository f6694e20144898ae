import { readMavenPath } from './maven-path.js';

const jar = { name: 'org/acme/app', version: '1.0', fileName: 'app-1.0.jar', digest: null };

describe('readMavenPath', () => {
  it.each([
    ['org/acme/app/1.0/app-1.0.jar', jar],
    ['org/acme/app/1.0/app-1.0.jar.sha1', { ...jar, digest: 'sha1' }],
    ['org/acme/app/1.0/app-1.0.jar.asc.md5', { ...jar, fileName: 'app-1.0.jar.asc', digest: 'md5' }],
    ['org/acme/app/maven-metadata.xml', { ...jar, version: '', fileName: 'maven-metadata.xml' }],
    [
      'org/acme/app/maven-metadata.xml.sha512',
      { ...jar, version: '', fileName: 'maven-metadata.xml', digest: 'sha512' },
    ],
    ['org/acme/app/1-SNAPSHOT/maven-metadata.xml', { ...jar, version: '1-SNAPSHOT', fileName: 'maven-metadata.xml' }],
    ['acme/maven-metadata.xml', { name: 'acme', version: '', fileName: 'maven-metadata.xml', digest: null }],
    ['app/1.0/app-1.0.jar', { ...jar, name: 'app' }],
  ])('reads %s', (path, found) => {
    expect(readMavenPath(path)).toEqual(found);
  });

  it.each([
    'app-1.0.jar',
    'app/app-1.0.jar',
    'maven-metadata.xml',
    'org/../app/1.0/a.jar',
    'org//app/1.0/a.jar',
    'org/acme/app/1.0/',
    'org/acme/a b/1.0/a.jar',
    'org/acme/ä/1.0/a.jar',
    'org/acme/app/1.0/a\\b.jar',
    'org/acme/app/1.0/a\0.jar',
    `org/${'x'.repeat(256)}/1.0/a.jar`,
    `${'x/'.repeat(600)}a.jar`,
  ])('refuses %j', (path) => {
    expect(readMavenPath(path)).toBeNull();
  });
});
