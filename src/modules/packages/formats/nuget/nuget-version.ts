import { sortInTurnsBy } from '../../../../common/concurrency/sort-in-turns.js';

/** A version as NuGet compares it: up to four numbers and a prerelease label (contract: packages §5.5). */
interface NugetVersion {
  readonly numbers: readonly number[];
  readonly labels: readonly string[];
}

const VERSION =
  /^\d{1,10}(?:\.\d{1,10}){0,3}(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
const MAX_LENGTH = 255;
const MAX_NUMBER = 2_147_483_647;
const NUMBERS = 3;

/**
 * Returns the normalised version: `1.0`, `1.0.0` and `1.0.0.0` are one version, without build metadata. Null for an
 * invalid version.
 */
export function normalizeVersion(written: string): string | null {
  if (written.length > MAX_LENGTH || !VERSION.test(written)) {
    return null;
  }
  const { numbers, labels } = read(written);
  if (numbers.some((number) => number > MAX_NUMBER)) {
    return null;
  }
  const [revision = 0] = numbers.slice(NUMBERS);
  const core = [0, 1, 2].map((at) => numbers[at] ?? 0);
  const shown = (revision > 0 ? [...core, revision] : core).join('.');
  return labels.length > 0 ? `${shown}-${labels.join('.')}` : shown;
}

/** Sorts by normalised version, oldest first and case-insensitively. */
export const sortByVersion = <T extends { readonly version: string }>(items: Iterable<T>): Promise<T[]> =>
  sortInTurnsBy(items, ({ version }) => read(version.toLowerCase()), compare);

function compare(left: NugetVersion, right: NugetVersion): number {
  for (let at = 0; at <= NUMBERS; at++) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return compareLabels(left.labels, right.labels);
}

export const isPrerelease = (normalized: string): boolean => normalized.includes('-');

function read(version: string): NugetVersion {
  const [known = ''] = version.split('+', 1);
  const dash = known.indexOf('-');
  const core = dash < 0 ? known : known.slice(0, dash);
  return {
    numbers: core.split('.').map(Number),
    labels: dash < 0 ? [] : known.slice(dash + 1).split('.'),
  };
}

/** A release is newer than its prereleases; numbers are older than words. */
function compareLabels(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) {
    return b.length - a.length;
  }
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [left, right] = [a[at], b[at]];
    if (left === undefined || right === undefined) {
      return left === undefined ? -1 : 1;
    }
    const difference = compareLabel(left, right);
    if (difference !== 0) {
      return difference;
    }
  }
  return 0;
}

const DIGITS = /^\d+$/;

function compareLabel(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [DIGITS.test(a), DIGITS.test(b)];
  if (isNumber !== isOtherNumber) {
    return isNumber ? -1 : 1;
  }
  if (isNumber) {
    return Number(a) - Number(b);
  }
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}
