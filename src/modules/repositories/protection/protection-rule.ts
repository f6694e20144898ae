import { Role } from '../../../core/access/role.js';
import type { ProtectedBranchEntity } from './protected-branch.entity.js';
import type { ProtectedTagEntity } from './protected-tag.entity.js';
import { ADMINISTRATORS, NOBODY } from './rule-level.js';
import type { RuleLevel } from './rule-level.js';

/** Of branches and of tags of a project: each ref that is pushed or listed is compared with all. */
export const MAX_RULES = 1000;
/** Of one pattern: comparing takes a step for each. */
export const MAX_WILDCARDS = 10;

export type BranchRule = Readonly<Omit<ProtectedBranchEntity, 'projectId' | 'createdAt'>>;
export type TagRule = Readonly<Omit<ProtectedTagEntity, 'projectId' | 'createdAt'>>;

/** The permissions of a user in a project. */
export interface RefPermission {
  readonly level: number;
  readonly isAdmin: boolean;
}

/** Whether the caller is who the level of a rule admits (contract: git §3.5). */
export function meets(level: RuleLevel, { level: own, isAdmin }: RefPermission): boolean {
  if (level === NOBODY) {
    return false;
  }
  return isAdmin || (level !== ADMINISTRATORS && own >= level);
}

export const isMaintainer = ({ level, isAdmin }: RefPermission): boolean => isAdmin || level >= Role.Maintainer;

/** Matched in full, with case; `*` stands for any run of characters. Linear: no pattern makes it slow. */
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
