import type { DigestAlgorithm } from '../../../../platform/blob/blob-store.js';

/** A file of a maven repository, by the path that clients build from its coordinates (contract: packages §5.4). */
export interface MavenPath {
  /** The group as folders, followed by the artifact. */
  readonly name: string;
  /** Empty for the metadata that lists all versions. */
  readonly version: string;
  readonly fileName: string;
  /** Set if the path addresses a digest of the file. */
  readonly digest: DigestAlgorithm | null;
}

export const METADATA = 'maven-metadata.xml';

const MAX_PATH = 1024;
const SEGMENT = /^(?!\.{1,2}$)[A-Za-z0-9._\-+~]{1,255}$/;
const DIGEST = /^(.+)\.(md5|sha1|sha256|sha512)$/;
const ALGORITHMS: ReadonlyMap<string, DigestAlgorithm> = new Map(
  (['md5', 'sha1', 'sha256', 'sha512'] as const).map((name) => [name, name]),
);

/** Null for a path that is not valid in a maven repository. */
export function readMavenPath(path: string): MavenPath | null {
  const segments = path.split('/');
  if (path.length > MAX_PATH || !segments.every((segment) => SEGMENT.test(segment))) {
    return null;
  }
  const folders = segments.slice(0, -1);
  const [, bare, suffix = ''] = DIGEST.exec(segments.at(-1) ?? '') ?? [];
  const file = { fileName: bare ?? segments.at(-1) ?? '', digest: ALGORITHMS.get(suffix) ?? null };
  const last = folders.at(-1) ?? '';
  if (file.fileName === METADATA && last !== '' && !last.endsWith('-SNAPSHOT')) {
    return { name: folders.join('/'), version: '', ...file };
  }
  return folders.length < 2 ? null : { name: folders.slice(0, -1).join('/'), version: last, ...file };
}
