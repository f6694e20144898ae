import { Role } from '../../../core/access/role.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import { isRefName, readRef } from '../../../platform/git/ref-names.js';
import { isMaintainer, meets, rulesFor } from './protection-rule.js';
import type { BranchRule, RefPermission, TagRule } from './protection-rule.js';

/** The creation, move or deletion of one ref; 40 zeros stand for a missing ref. */
export interface RefChange {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
}

type TagCreationRule = Pick<TagRule, 'pattern' | 'createLevel'>;

/** The current facts that decide about writes to a repository. */
export interface PushRules extends RefPermission {
  readonly defaultBranch: string | null;
  readonly branches: readonly Pick<BranchRule, 'pattern' | 'pushLevel' | 'mergeLevel' | 'allowForcePush'>[];
  readonly tags: readonly TagCreationRule[];
}

/** Reasons why a ref may not change; git shows the texts as `remote:` (contract: git §4). */
export const REFUSALS = {
  outside: 'refused: only branches and tags can be pushed',
  name: 'refused: invalid name',
  'delete default': 'The default branch of a project cannot be deleted.',
  'push protected': 'You are not allowed to push code to protected branches on this project.',
  'delete protected': 'You are not allowed to delete protected branches from this project.',
  'force protected': 'You are not allowed to force push code to a protected branch on this project.',
  'create tag': 'You are not allowed to create this tag as it is protected.',
  'move tag': 'Protected tags cannot be updated.',
  'delete tag': 'Protected tags cannot be deleted.',
  role: 'You are not allowed to push code to this project.',
} as const;
export type Refusal = keyof typeof REFUSALS;

export const isCreation = ({ before }: RefChange): boolean => before === NULL_ID;
export const isDeletion = ({ after }: RefChange): boolean => after === NULL_ID;

/**
 * Returns the first rule that a change breaks, or null. `descends` is called only if a protected branch moves
 * (contract: git §4).
 */
export async function refuseChange(
  change: RefChange,
  rules: PushRules,
  descends: (change: RefChange) => Promise<boolean>,
): Promise<Refusal | null> {
  const named = readRef(change.ref);
  if (!named) {
    return 'outside';
  }
  if (!isRefName(named.name)) {
    return 'name';
  }
  const refusal =
    named.kind === 'branch'
      ? await refuseBranch(named.name, change, rules, descends)
      : refuseTag(rulesFor(rules.tags, named.name), change, rules);
  return refusal ?? (rules.isAdmin || rules.level >= Role.Developer ? null : 'role');
}

async function refuseBranch(
  name: string,
  change: RefChange,
  rules: PushRules,
  descends: (change: RefChange) => Promise<boolean>,
): Promise<Refusal | null> {
  if (isDeletion(change) && name === rules.defaultBranch) {
    return 'delete default';
  }
  const own = rulesFor(rules.branches, name);
  if (own.length === 0) {
    return null;
  }
  if (isDeletion(change)) {
    return 'delete protected';
  }
  if (!own.some(({ pushLevel }) => meets(pushLevel, rules))) {
    return 'push protected';
  }
  const mayForce = isCreation(change) || own.some(({ allowForcePush }) => allowForcePush);
  return mayForce || (await descends(change)) ? null : 'force protected';
}

function refuseTag(own: readonly TagCreationRule[], change: RefChange, rules: PushRules): Refusal | null {
  if (own.length === 0) {
    return null;
  }
  if (isCreation(change)) {
    return own.some(({ createLevel }) => meets(createLevel, rules)) ? null : 'create tag';
  }
  if (isMaintainer(rules)) {
    return null;
  }
  return isDeletion(change) ? 'delete tag' : 'move tag';
}
