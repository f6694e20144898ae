const SEGMENT = '[a-z0-9]+(?:(?:[_.]|-{1,2})[a-z0-9]+)*';
const NAME = new RegExp(`^${SEGMENT}/${SEGMENT}$`, 'i');
const STABILITY = '(?:[._-]?(?:stable|beta|b|rc|alpha|a|patch|pl|p)(?:[.-]?\\d+(?:[.-]\\d+)*)?)?';
const RELEASE = new RegExp(`^v?\\d+(?:[.-]\\d+){0,5}${STABILITY}(?:[.-]?dev)?(?:\\+[^\\s]+)?$`, 'i');
const NUMERIC_BRANCH = /^v?(\d+(?:\.\d+){0,2})(?:\.[xX*])?$/;
const BRANCH = /^dev-[^\s]+$|^\d+(?:\.\d+){0,2}\.x-dev$/;
const LONGEST = 255;

/** Whether the text is `vendor/package` as composer accepts it. */
export const isComposerName = (name: string): boolean => name.length <= LONGEST && NAME.test(name);

/** Whether composer can compare the version; a version that it cannot compare would make the whole package unusable. */
export const isComposerVersion = (version: string): boolean =>
  version.length <= LONGEST && (RELEASE.test(version) || BRANCH.test(version));

/** Null for a tag that is not a version (contract: packages §5.6). */
export function versionOfTag(tag: string): string | null {
  const version = tag.replace(/^v(?=\d)/, '');
  return isComposerVersion(version) ? version : null;
}

/** A numeric branch is the newest of its line (contract: packages §5.6). */
export function versionOfBranch(branch: string): string {
  const line = NUMERIC_BRANCH.exec(branch)?.[1];
  return line === undefined ? `dev-${branch}` : `${line}.x-dev`;
}
