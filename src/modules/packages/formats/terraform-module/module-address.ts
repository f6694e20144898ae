import semver from 'semver';
import { sortInTurnsBy } from '../../../../common/concurrency/sort-in-turns.js';

/** The module that a path identifies, with or without a version. */
export interface ModuleAddress {
  readonly name: string;
  readonly system: string;
}

/** A version of a module. */
export interface ModuleVersion extends ModuleAddress {
  readonly version: string;
}

const NAME = /^[0-9A-Za-z](?:[0-9A-Za-z_-]{0,62}[0-9A-Za-z])?$/;
const SYSTEM = /^[0-9a-z](?:[0-9a-z-]{0,62}[0-9a-z])?$/;
const MAX_VERSION = 255;

/** Names of the path parameters that are invalid (contract: packages §5.9). */
export function invalidNames(path: ModuleVersion): readonly string[] {
  return [
    ...(NAME.test(path.name) ? [] : ['name']),
    ...(SYSTEM.test(path.system) ? [] : ['system']),
    ...(isVersion(path.version) ? [] : ['version']),
  ];
}

/** Whether the text is a semantic version without a leading `v`. */
const isVersion = (version: string): boolean =>
  version.length <= MAX_VERSION && /^\d\S*$/.test(version) && semver.valid(version) !== null;

export const packageName = ({ name, system }: ModuleAddress): string => `${name}/${system}`;

/** Sorts versions, oldest first. */
export const inOrder = (versions: readonly string[]): Promise<readonly string[]> =>
  sortInTurnsBy(versions, (version) => new semver.SemVer(version), semver.compareBuild);

/** The highest release, or the highest version if there is no release. */
export const newestOf = (ordered: readonly string[]): string | undefined =>
  ordered.findLast((version) => semver.prerelease(version) === null) ?? ordered.at(-1);
