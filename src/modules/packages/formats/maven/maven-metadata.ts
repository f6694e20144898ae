import { readXml, XmlError } from '../read-xml.js';
import type { XmlReading } from '../read-xml.js';
import { isSnapshot, sortMavenVersions } from './maven-versions.js';

/** Content of the `maven-metadata.xml` that lists all versions of an artifact. */
export interface MavenMetadata {
  readonly groupId: string;
  readonly artifactId: string;
  readonly latest: string;
  readonly release: string;
  readonly versions: readonly string[];
  /** `yyyyMMddHHmmss`, in UTC. */
  readonly lastUpdated: string;
  /** The file lists the plugins of a group instead of versions. */
  readonly hasPlugins: boolean;
}

const ROOT = 'metadata';
const PLUGINS = 'metadata/plugins';
const VERSION = 'metadata/versioning/versions/version';
/** The elements that are kept; other content uses no memory. */
const READ: ReadonlySet<string> = new Set([
  ROOT,
  PLUGINS,
  VERSION,
  ...['groupId', 'artifactId', 'versioning/latest', 'versioning/release', 'versioning/lastUpdated'].map(
    (path) => `${ROOT}/${path}`,
  ),
]);
/** No element that is read is nested deeper. */
const DEPTH = VERSION.split('/').length;
const LIMITS = { depth: 20, attributes: 100, takesDoctype: true };
/** Longer texts are not package versions (contract: packages §5.4). */
const LONGEST_VERSION = 255;

/** Null for anything but metadata. */
export async function readMetadata(xml: string): Promise<MavenMetadata | null> {
  const texts = await textsOf(xml);
  if (!texts?.has(ROOT)) {
    return null;
  }
  const textOf = (path: string): string => texts.get(`${ROOT}/${path}`)?.at(-1) ?? '';
  return {
    groupId: textOf('groupId'),
    artifactId: textOf('artifactId'),
    latest: textOf('versioning/latest'),
    release: textOf('versioning/release'),
    versions: (texts.get(VERSION) ?? []).filter(({ length }) => length <= LONGEST_VERSION),
    lastUpdated: textOf('versioning/lastUpdated'),
    hasPlugins: texts.has(PLUGINS),
  };
}

/** The texts of each element that is read, by path; null for invalid XML. */
async function textsOf(xml: string): Promise<ReadonlyMap<string, readonly string[]> | null> {
  const reading = new MetadataReading();
  try {
    await readXml(xml, LIMITS, reading);
  } catch (error) {
    if (error instanceof XmlError) {
      return null;
    }
    throw error;
  }
  return reading.texts;
}

class MetadataReading implements XmlReading {
  readonly texts = new Map<string, string[]>();
  private readonly path: string[] = [];
  private text = '';

  open({ name }: { readonly name: string }): void {
    this.path.push(name);
    this.text = '';
  }

  addText(piece: string): void {
    this.text += piece;
  }

  close(): void {
    const where = this.path.length <= DEPTH ? this.path.join('/') : '';
    if (READ.has(where)) {
      const found = this.texts.get(where) ?? [];
      found.push(this.text.trim());
      this.texts.set(where, found);
    }
    this.path.pop();
    this.text = '';
  }
}

/**
 * Returns the metadata with exactly these versions; null if it already lists them. The latest version and release stay
 * as they are if no version was added and they still exist (contract: packages §6.5).
 */
export async function withVersions(
  sent: MavenMetadata,
  versions: readonly string[],
  changedAt: Date,
): Promise<MavenMetadata | null> {
  const known = new Set(sent.versions);
  const wanted = new Set(versions);
  const isSame = known.size === wanted.size && versions.every((version) => known.has(version));
  if (isSame) {
    return null;
  }
  const sorted = await sortMavenVersions([...wanted]);
  const hasNew = sorted.some((version) => !known.has(version));
  const pick = (chosen: string, from: readonly string[]): string =>
    !hasNew && from.includes(chosen) ? chosen : (from.at(-1) ?? '');
  const stamp = stampOf(changedAt);
  return {
    ...sent,
    versions: sorted,
    latest: pick(sent.latest, sorted),
    release: pick(
      sent.release,
      sorted.filter((version) => !isSnapshot(version)),
    ),
    lastUpdated: stamp > sent.lastUpdated ? stamp : sent.lastUpdated,
  };
}

const stampOf = (time: Date): string => time.toISOString().replace(/\D/g, '').slice(0, 14);

/** Writes the metadata in maven's own form. */
export function writeMetadata({ groupId, artifactId, versions, ...rest }: MavenMetadata): string {
  const { latest, release, lastUpdated } = rest;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<metadata>',
    ...element('  ', 'groupId', groupId),
    ...element('  ', 'artifactId', artifactId),
    '  <versioning>',
    ...element('    ', 'latest', latest),
    ...element('    ', 'release', release),
    '    <versions>',
    ...versions.flatMap((version) => element('      ', 'version', version)),
    '    </versions>',
    ...element('    ', 'lastUpdated', lastUpdated),
    '  </versioning>',
    '</metadata>',
    '',
  ].join('\n');
}

const element = (indent: string, name: string, text: string): string[] =>
  text === '' ? [] : [`${indent}<${name}>${escaped(text)}</${name}>`];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
