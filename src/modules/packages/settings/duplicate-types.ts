/** Formats whose versions may take a second file of a name, unless a setting forbids it (contract: packages §6.3). */
export const DUPLICATE_TYPES = ['maven', 'generic', 'nuget'] as const;
export type DuplicateType = (typeof DUPLICATE_TYPES)[number];

/** Null inherits. */
export interface DuplicateRule {
  readonly duplicatesAllowed: boolean | null;
  /** A pattern for whole names or versions. */
  readonly duplicateException: string | null;
}

export type DuplicateRules = Readonly<Record<DuplicateType, DuplicateRule>>;

const UNSET: DuplicateRule = { duplicatesAllowed: null, duplicateException: null };

/** What is set, the nearest first: of each part the first that is not inherited. */
export const nearestRule = (rules: readonly DuplicateRule[]): DuplicateRule => ({
  duplicatesAllowed: rules.find(({ duplicatesAllowed }) => duplicatesAllowed !== null)?.duplicatesAllowed ?? null,
  duplicateException: rules.find(({ duplicateException }) => duplicateException !== null)?.duplicateException ?? null,
});

/** The rule of each format, by what answers those that are set for it, the nearest first. */
export function rulesBy(setFor: (type: DuplicateType) => readonly DuplicateRule[]): DuplicateRules {
  const ruleOf = (type: DuplicateType): DuplicateRule => nearestRule([...setFor(type), UNSET]);
  return { maven: ruleOf('maven'), generic: ruleOf('generic'), nuget: ruleOf('nuget') };
}
