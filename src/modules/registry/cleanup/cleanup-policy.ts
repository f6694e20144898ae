import { inTurns } from '../../../common/concurrency/in-turns.js';
import { sortInTurns } from '../../../common/concurrency/sort-in-turns.js';
import { storedPattern } from '../../../common/text/pattern.js';
import type { TagFacts } from '../tags/tag.columns.js';
import type { CleanupRules, DecidingRule, TagDecision } from './cleanup-rules.js';

/** The rule that keeps a tag for a reason other than its age or rank; null if there is none. */
type NameRule = (name: string) => DecidingRule | null;

const LATEST = 'latest';

/**
 * Decides which tags of a repository are deleted for a request at `moment` (contract: registry §4 Plan). Works in short
 * turns, so that a hundred thousand names do not block other requests.
 */
export async function tagsToDelete(
  tags: readonly TagFacts[],
  rules: CleanupRules,
  isHeld: (name: string) => boolean,
  moment: Date,
): Promise<TagDecision[]> {
  const keptByName = nameRule(rules, isHeld);
  const decided = new Map<TagFacts, DecidingRule>();
  await inTurns(tags, (tag) => {
    const rule = keptByName(tag.name);
    if (rule !== null) {
      decided.set(tag, rule);
    }
  });
  const candidates = tags.filter((tag) => !decided.has(tag));
  const newest = await newestOf(candidates, rules.keepNewest ?? 0);
  const isOldEnough = ageRule(rules.olderThan, moment);
  await inTurns(candidates, (tag) => {
    if (newest.has(tag)) {
      decided.set(tag, 'keep_n');
    } else if (!isOldEnough(tag)) {
      decided.set(tag, 'older_than');
    }
  });
  return tags.map((tag) => decisionFor(tag, decided.get(tag)));
}

function decisionFor(tag: TagFacts, keptBy: DecidingRule | undefined): TagDecision {
  return keptBy === undefined
    ? { tag, action: 'delete', rule: 'name_regex_delete' }
    : { tag, action: 'keep', rule: keptBy };
}

/** Rules 1 and 2; null if the tag remains a candidate. */
function nameRule({ deletePattern, keepPattern }: CleanupRules, isHeld: (name: string) => boolean): NameRule {
  const isMeant = storedPattern(deletePattern, 'none');
  const isSpared = keepPattern === null ? () => false : storedPattern(keepPattern, 'all');
  return (name) => {
    if (name === LATEST) {
      return 'latest';
    }
    if (isHeld(name)) {
      return 'immutable';
    }
    if (!isMeant(name)) {
      return 'name_regex_delete';
    }
    return isSpared(name) ? 'name_regex_keep' : null;
  };
}

/** Rule 3: a tag of unknown age counts as newest; ties are broken by the last push, then by name. */
async function newestOf(candidates: readonly TagFacts[], count: number): Promise<ReadonlySet<TagFacts>> {
  if (count === 0 || count >= candidates.length) {
    return new Set(count === 0 ? [] : candidates);
  }
  const ranked: RankedTag[] = [];
  await inTurns(candidates, (tag) => {
    ranked.push({ tag, created: millisOf(tag.createdAt), pushed: millisOf(tag.pushedAt) });
  });
  const newestFirst = await sortInTurns(
    ranked,
    (a, b) => compare(b.created, a.created) || b.pushed - a.pushed || (a.tag.name < b.tag.name ? -1 : 1),
  );
  return new Set(newestFirst.slice(0, count).map(({ tag }) => tag));
}

interface RankedTag {
  readonly tag: TagFacts;
  readonly created: number;
  readonly pushed: number;
}

const compare = (a: number, b: number): number => (a === b ? 0 : a - b);
const millisOf = (time: string | null): number => (time === null ? Infinity : Date.parse(time));

/** Rule 4: strictly older than the duration, and only if the age is known. */
function ageRule(olderThan: number | null, moment: Date): (tag: TagFacts) => boolean {
  if (olderThan === null) {
    return () => true;
  }
  const before = moment.getTime() - olderThan;
  return ({ createdAt }) => createdAt !== null && Date.parse(createdAt) < before;
}
