import { compare, prerelease } from 'semver';

/** What `latest` is where nobody set it: the highest version that is no prerelease, else the highest. Null without any. */
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
