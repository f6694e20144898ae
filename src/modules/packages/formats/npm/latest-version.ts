import { compare, prerelease } from 'semver';

/**
 * The default for `latest` if no client set it: the highest version that is not a prerelease, otherwise the highest.
 * Null if there is none.
 */
export function latestVersion(versions: Iterable<string>): string | null {
  let found: string | null = null;
  for (const version of versions) {
    if (found === null || isHigher(version, found)) {
      found = version;
    }
  }
  return found;
}

function isHigher(one: string, other: string): boolean {
  const [isStable, isOtherStable] = [isRelease(one), isRelease(other)];
  return isStable === isOtherStable ? compare(one, other) > 0 : isStable;
}

const isRelease = (version: string): boolean => prerelease(version) === null;
