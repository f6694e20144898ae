import { Role } from '../../../core/access/role.js';
import type { ProtectedBranchEntity } from './protected-branch.entity.js';
import type { ProtectedTagEntity } from './protected-tag.entity.js';
import { ADMINISTRATORS, NOBODY } from './rule-level.js';
import type { RuleLevel } from './rule-level.js';

/**
 * Maximum number of branch rules, and of tag rules, of a project: each ref that is pushed or listed is compared with
 * all.
 */
export const MAX_RULES = 1000;
/** Maximum number of wildcards of a pattern, because each costs a step of every comparison. */
export const MAX_WILDCARDS = 10;

export type BranchRule = Readonly<Omit<ProtectedBranchEntity, 'projectId' | 'createdAt'>>;
export type TagRule = Readonly<Omit<ProtectedTagEntity, 'projectId' | 'createdAt'>>;

/** The permissions of a user in a project. */
export interface RefPermission {
  readonly level: number;
  readonly isAdmin: boolean;
}

/** Whether the level of a rule admits the caller (contract: git §3.5). */
export function meets(level: RuleLevel, { level: own, isAdmin }: RefPermission): boolean {
  if (level === NOBODY) {
    return false;
  }
  return isAdmin || (level !== ADMINISTRATORS && own >= level);
}

export const isMaintainer = ({ level, isAdmin }: RefPermission): boolean => isAdmin || level >= Role.Maintainer;

/**
 * Whether the whole name matches, case-sensitively; `*` stands for any sequence of characters. Takes linear time for
 * every pattern.
 */
export function matchesPattern(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) {
    return pattern === name;
  }
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) {
    return false;
  }
  let at = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) {
      return false;
    }
    at = found + part.length;
  }
  return true;
}

export const rulesFor = <R extends { readonly pattern: string }>(rules: readonly R[], name: string): readonly R[] =>
  rules.filter(({ pattern }) => matchesPattern(pattern, name));
