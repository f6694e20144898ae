import { compilePattern } from '../../../common/text/pattern.js';
import type { ContainerTagRuleEntity } from './container-tag-rule.entity.js';

export type TagRule = Readonly<ContainerTagRuleEntity>;
export type TagPatterns = Pick<TagRule, 'tagPattern' | 'repositoryPattern'>;

/** Whether one of the rules holds a tag of the repository; its name is the part behind the project's path. */
export function heldIn(rules: readonly TagPatterns[], repositoryName: string): (tag: string) => boolean {
  const matchers = rules
    .filter(({ repositoryPattern }) => matcherOf(repositoryPattern)(repositoryName))
    .map(({ tagPattern }) => matcherOf(tagPattern));
  return (tag) => matchers.some((matches) => matches(tag));
}

/** Patterns were checked when the rule was made. */
function matcherOf(text: string): (name: string) => boolean {
  const compiled = compilePattern(text);
  return compiled.ok ? (name) => compiled.pattern.matches(name) : () => false;
}
