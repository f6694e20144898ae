/** Levels of rules: no one, Developers, Maintainers, administrators (contract: git §3.5). */
export const RULE_LEVELS = [0, 30, 40, 60] as const;
export type RuleLevel = (typeof RULE_LEVELS)[number];

/** Names of the levels in records. */
export const LEVEL_NAMES: Readonly<Record<RuleLevel, string>> = {
  0: 'No one',
  30: 'Developers + Maintainers',
  40: 'Maintainers',
  60: 'Administrators',
};
export const NOBODY = 0;
export const ADMINISTRATORS = 60;
