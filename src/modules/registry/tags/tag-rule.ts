import { compilePattern } from '../../../common/text/pattern.js';

export interface TagPatterns {
  readonly tagPattern: string;
  readonly repositoryPattern: string;
}

export interface TagRuleChanges {
  readonly tagPattern?: string | undefined;
  readonly repositoryPattern?: string | undefined;
}

/** Tags that match may neither move nor go (contract: registry §9.4). */
export interface TagRule extends TagPatterns {
  readonly id: number;
}

/** A rule as management shows it; times are ISO 8601 text. */
export interface TagRuleRecord extends TagRule {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Whether one of the rules holds the tag; `repositoryName` is the part behind the project's path. */
export const isHeld = (rules: readonly TagRule[], repositoryName: string, tag: string): boolean =>
  heldIn(rules, repositoryName)(tag);

/** The same question about many tags of one repository. */
export function heldIn(rules: readonly TagRule[], repositoryName: string): (tag: string) => boolean {
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
