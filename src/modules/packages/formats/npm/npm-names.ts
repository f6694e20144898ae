import { parse, validRange } from 'semver';

const NAME = /^(?:@([a-z0-9~-][a-z0-9._~-]*)\/)?[a-z0-9~-][a-z0-9._~-]*$/i;
const LONGEST_NAME = 214;
const LONGEST_TAG = 255;
const TARBALL = /^([^/\\]+)\.tgz$/;
const TAG = /^[\w.+~@-]+$/;

export const isName = (name: string): boolean => name.length <= LONGEST_NAME && NAME.test(name);

/** Without the `@`; null for a name that has none. */
export const scopeOf = (name: string): string | null => NAME.exec(name)?.[1] ?? null;

/** What versions are compared by: without build metadata. Null for a text that is no version. */
export function versionKeyOf(version: string): string | null {
  const key = parse(version)?.version;
  return key !== undefined && (version === key || version.startsWith(`${key}+`)) ? key : null;
}

/** Contract: packages §5.2. */
export const tarballName = (name: string, version: string): string => `${bareName(name)}-${version}.tgz`;

/** The version that a tarball of the package is named after; null where the name is not of that form. */
export function versionInTarballName(name: string, fileName: string): string | null {
  const stem = TARBALL.exec(fileName)?.[1];
  const start = `${bareName(name)}-`;
  return stem?.startsWith(start) ? stem.slice(start.length) : null;
}

/** A dist-tag that no client takes for a range of versions. */
export const isTag = (tag: string): boolean => tag.length <= LONGEST_TAG && TAG.test(tag) && validRange(tag) === null;

const bareName = (name: string): string => name.slice(name.indexOf('/') + 1);
