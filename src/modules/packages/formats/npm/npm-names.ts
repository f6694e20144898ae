import { parse, validRange } from 'semver';

const NAME = /^(?:@([a-z0-9~-][a-z0-9._~-]*)\/)?[a-z0-9~-][a-z0-9._~-]*$/i;
const LONGEST_NAME = 214;
const LONGEST_TAG = 255;
const TARBALL = /^([^/\\]+)\.tgz$/;
const TAG = /^[\w.+~@-]+$/;

export const isName = (name: string): boolean => name.length <= LONGEST_NAME && NAME.test(name);

/** The scope without the `@`; null for an unscoped name. */
export const scopeOf = (name: string): string | null => NAME.exec(name)?.[1] ?? null;

/** The text by which versions are compared, without build metadata. Null for an invalid version. */
export function versionKeyOf(version: string): string | null {
  const key = parse(version)?.version;
  return key !== undefined && (version === key || version.startsWith(`${key}+`)) ? key : null;
}

/** Contract: packages §5.2. */
export const tarballName = (name: string, version: string): string => `${bareName(name)}-${version}.tgz`;

/** The version in the name of a tarball of the package; null if the name has a different form. */
export function versionInTarballName(name: string, fileName: string): string | null {
  const stem = TARBALL.exec(fileName)?.[1];
  const start = `${bareName(name)}-`;
  return stem?.startsWith(start) ? stem.slice(start.length) : null;
}

/** Whether the text is a dist-tag that no client interprets as a version range. */
export const isTag = (tag: string): boolean => tag.length <= LONGEST_TAG && TAG.test(tag) && validRange(tag) === null;

const bareName = (name: string): string => name.slice(name.indexOf('/') + 1);
