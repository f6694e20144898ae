import semver from 'semver';
import type { SemVer } from 'semver';
import { inTurns } from '../../../../common/concurrency/in-turns.js';
import { sortInTurns } from '../../../../common/concurrency/sort-in-turns.js';

const RELEASE = /^v(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?$/;
const PSEUDO = /^v\d+\.(?:0\.0-|\d+\.\d+-(?:[^+]*\.)?0\.)(\d{14})-([0-9a-f]{12})$/;
const LONGEST = 255;

/** A version that denotes a commit without a tag: its time as `yyyymmddhhmmss`, and the beginning of its id. */
export interface PseudoVersion {
  readonly stamp: string;
  readonly commit: string;
}

/** Whether the text is `vX.Y.Z[-pre]`, in the canonical form of go. */
export const isGoVersion = (version: string): boolean =>
  version.length <= LONGEST && RELEASE.test(version) && semver.parse(version) !== null;

/** The time and commit in a pseudo-version; null for other versions. */
export function readPseudoVersion(version: string): PseudoVersion | null {
  const [, stamp, commit] = isGoVersion(version) ? (PSEUDO.exec(version) ?? []) : [];
  return stamp === undefined || commit === undefined ? null : { stamp, commit };
}

export const majorOf = (version: string): number => semver.major(version);

/**
 * Sorts by semantic version. Parses each version once, in short turns, because a repository may have 100,000s of tags.
 */
export async function inVersionOrder(versions: Iterable<string>): Promise<readonly string[]> {
  const parsed: { readonly version: string; readonly value: SemVer }[] = [];
  await inTurns(versions, (version) => parsed.push({ version, value: new semver.SemVer(version) }));
  const sorted = await sortInTurns(parsed, (one, other) => one.value.compare(other.value));
  return sorted.map(({ version }) => version);
}

/** The time in UTC, as written in pseudo-versions. */
export const stampOf = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace(/\D/g, '').slice(0, 14);

/**
 * Whether the version belongs to the module's major version; versions 2 and above need its suffix in the module path
 * (contract: packages §5.10).
 */
export const hasMajorOf = ({ major }: { readonly major: number | null }, version: string): boolean =>
  major === null ? majorOf(version) < 2 : majorOf(version) === major;
