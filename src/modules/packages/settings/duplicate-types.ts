/**
 * Formats whose versions may have a second file of the same name, unless a setting forbids it (contract: packages
 * §6.3).
 */
export const DUPLICATE_TYPES = ['maven', 'generic', 'nuget'] as const;
export type DuplicateType = (typeof DUPLICATE_TYPES)[number];

/** Null values are inherited. */
export interface DuplicateRule {
  readonly duplicatesAllowed: boolean | null;
  /** A pattern that must match a whole name or version. */
  readonly duplicateException: string | null;
}

export type DuplicateRules = Readonly<Record<DuplicateType, DuplicateRule>>;

const UNSET: DuplicateRule = { duplicatesAllowed: null, duplicateException: null };

/** Merges rules, nearest first: each part is taken from the first rule that does not inherit it. */
export const nearestRule = (rules: readonly DuplicateRule[]): DuplicateRule => ({
  duplicatesAllowed: rules.find(({ duplicatesAllowed }) => duplicatesAllowed !== null)?.duplicatesAllowed ?? null,
  duplicateException: rules.find(({ duplicateException }) => duplicateException !== null)?.duplicateException ?? null,
});

/** Returns the effective rule of each format; `setFor` returns the rules set for a format, nearest first. */
export function rulesBy(setFor: (type: DuplicateType) => readonly DuplicateRule[]): DuplicateRules {
  const ruleOf = (type: DuplicateType): DuplicateRule => nearestRule([...setFor(type), UNSET]);
  return { maven: ruleOf('maven'), generic: ruleOf('generic'), nuget: ruleOf('nuget') };
}
