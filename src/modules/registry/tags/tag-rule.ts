import { inTurns } from '../../../common/concurrency/in-turns.js';
import { storedPattern } from '../../../common/text/pattern.js';
import type { ContainerTagRuleEntity } from './container-tag-rule.entity.js';

export type TagRule = Readonly<ContainerTagRuleEntity>;
export type TagPatterns = Pick<TagRule, 'tagPattern' | 'repositoryPattern'>;

type Matcher = (name: string) => boolean;

/**
 * Returns those of a repository's tags that one of the rules protects; the name of the repository is the part after the
 * project's path. There may be any number of rules, and a pattern may take milliseconds to compile and to match, so
 * other requests are served in between.
 */
export async function heldAmong(
  rules: readonly TagPatterns[],
  repositoryName: string,
  tags: readonly string[],
): Promise<ReadonlySet<string>> {
  const matchers: Matcher[] = [];
  await inTurns(rules, ({ repositoryPattern, tagPattern }) => {
    if (storedPattern(repositoryPattern, 'all')(repositoryName)) {
      matchers.push(storedPattern(tagPattern, 'all'));
    }
  });
  const held = new Set<string>();
  await inTurns(pairsOf(matchers, tags), ([matches, tag]) => {
    if (!held.has(tag) && matches(tag)) {
      held.add(tag);
    }
  });
  return held;
}

function* pairsOf(matchers: readonly Matcher[], tags: readonly string[]): Generator<[Matcher, string]> {
  for (const matches of matchers) {
    for (const tag of tags) {
      yield [matches, tag];
    }
  }
}
