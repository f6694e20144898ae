import { compilePattern } from '../../../common/text/pattern.js';

/** Tags that match may neither move nor go (contract: registry §9.4). */
export interface TagRule {
  readonly id: number;
  readonly tagPattern: string;
  readonly repositoryPattern: string;
}

/** Whether one of the rules holds the tag; `repositoryName` is the part behind the project's path. */
export const isHeld = (rules: readonly TagRule[], repositoryName: string, tag: string): boolean =>
  rules.some(
    ({ tagPattern, repositoryPattern }) => matches(repositoryPattern, repositoryName) && matches(tagPattern, tag),
  );

/** Patterns were checked when the rule was made. */
function matches(text: string, name: string): boolean {
  const compiled = compilePattern(text);
  return compiled.ok && compiled.pattern.matches(name);
}
