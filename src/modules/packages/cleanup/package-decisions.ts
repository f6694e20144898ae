import { inTurns } from '../../../common/concurrency/in-turns.js';
import { sortInTurns } from '../../../common/concurrency/sort-in-turns.js';
import { storedPattern } from '../../../common/text/pattern.js';
import { parseHumanDuration } from '../../../common/time/duration.js';
import type { PackageCleanupRules } from './package-cleanup-policy.js';
import type { PackageFacts } from './package-facts.repository.js';

/** The rule that decided; `policy` if no rule selects packages to delete (contract: packages §6.2). */
type DecidingRule =
  'policy' | 'package_types' | 'name_regex_delete' | 'name_regex_keep' | 'keep_n_versions' | 'older_than';

export interface PackageDecision {
  readonly package: PackageFacts;
  readonly action: 'delete' | 'keep';
  readonly rule: DecidingRule;
}

/** What a policy would do now. */
export interface PackageCleanupPreview {
  readonly decisions: readonly PackageDecision[];
  /** Total size of the files of the packages that would be deleted. */
  readonly bytes: number;
}

/**
 * Decides which packages to delete at `moment`: those with matching names, except the newest of each name and those
 * that are not old enough. A policy without any of these rules keeps everything. Works in short turns, because a
 * project may have any number of packages.
 */
export async function decide(
  packages: readonly PackageFacts[],
  rules: PackageCleanupRules,
  moment: Date,
): Promise<PackageDecision[]> {
  const keptByName = nameRule(rules);
  const decided = new Map<PackageFacts, DecidingRule>();
  await inTurns(packages, (found) => {
    const rule = keptByName(found);
    if (rule !== null) {
      decided.set(found, rule);
    }
  });
  const candidates = packages.filter((found) => !decided.has(found));
  const isNewest = newestOfEachName(rules.keepNVersions ?? 0);
  const isOldEnough = ageRule(rules.olderThan, moment);
  await inTurns(await sortInTurns(candidates, newerFirst), (found) => {
    if (isNewest(found)) {
      decided.set(found, 'keep_n_versions');
    } else if (!isOldEnough(found)) {
      decided.set(found, 'older_than');
    }
  });
  const deleting = decisiveRule(rules);
  const decisions: PackageDecision[] = [];
  await inTurns(packages, (found) => {
    const keptBy = decided.get(found);
    decisions.push(
      keptBy === undefined
        ? { package: found, action: 'delete', rule: deleting }
        : { package: found, action: 'keep', rule: keptBy },
    );
  });
  return decisions;
}

/** The rule to report for a deletion: the last one that could have kept the package. */
function decisiveRule({ keepNVersions, olderThan }: PackageCleanupRules): DecidingRule {
  if (olderThan !== null) {
    return 'older_than';
  }
  return keepNVersions === null ? 'name_regex_delete' : 'keep_n_versions';
}

/** Returns the rule that keeps a package because of its type or name; null if the package remains a candidate. */
function nameRule(rules: PackageCleanupRules): (found: PackageFacts) => DecidingRule | null {
  const { keepNVersions, olderThan, nameRegexDelete, nameRegexKeep, packageTypes } = rules;
  if (keepNVersions === null && olderThan === null && nameRegexDelete === null) {
    return () => 'policy';
  }
  const isMeant = nameRegexDelete === null ? () => true : storedPattern(nameRegexDelete, 'none');
  const isSpared = nameRegexKeep === null ? () => false : storedPattern(nameRegexKeep, 'all');
  return ({ packageType, name }) => {
    if (packageTypes.length > 0 && !packageTypes.includes(packageType)) {
      return 'package_types';
    }
    if (!isMeant(name)) {
      return 'name_regex_delete';
    }
    return isSpared(name) ? 'name_regex_keep' : null;
  };
}

/** Whether a package is among the newest `count` of its name and format; newer packages must be passed first. */
function newestOfEachName(count: number): (found: PackageFacts) => boolean {
  const newerVersions = new Map<string, number>();
  return ({ packageType, nameKey }) => {
    const key = `${packageType} ${nameKey}`;
    const rank = newerVersions.get(key) ?? 0;
    newerVersions.set(key, rank + 1);
    return rank < count;
  };
}

/** Ties are broken by id. Times are texts in one format that sorts chronologically. */
function newerFirst(a: PackageFacts, b: PackageFacts): number {
  if (a.createdAt === b.createdAt) {
    return b.id - a.id;
  }
  return a.createdAt < b.createdAt ? 1 : -1;
}

/** Whether a package is strictly older than the duration. */
function ageRule(olderThan: string | null, moment: Date): (found: PackageFacts) => boolean {
  const duration = olderThan === null ? null : parseHumanDuration(olderThan);
  if (duration === null) {
    return () => olderThan === null;
  }
  const before = moment.getTime() - duration;
  return ({ createdAt }) => Date.parse(createdAt) < before;
}
