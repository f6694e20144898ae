import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { meets, rulesFor } from '../protection/protection-rule.js';
import type { PushRules } from '../protection/push-policy.js';
import { Role } from '../../../core/access/role.js';
import { CommitSchema, presentCommit } from '../reads/commit.presenter.js';
import { refInUrl } from '../project-code/project-urls.js';
import type { Branch } from './branch.js';
import { record } from '../../../common/wire/wire-types.js';

/** Contract: git §3.1. */
export const BranchSchema = record('Branch', {
  name: Type.String(),
  commit: CommitSchema,
  merged: Type.Boolean(),
  protected: Type.Boolean(),
  default: Type.Boolean(),
  developers_can_push: Type.Boolean(),
  developers_can_merge: Type.Boolean(),
  can_push: Type.Boolean(),
  web_url: Type.String(),
});
export type BranchView = Static<typeof BranchSchema>;

/** What the presenter of a branch needs: the rules and the viewer's permissions. */
export interface BranchViewer {
  readonly rules: PushRules;
  readonly archived: boolean;
  readonly projectUrl: string;
}

/** Presents a branch and what this caller may do with it (contract: git §3.1). */
export function presentBranch(
  { name, commit, isMerged }: Branch,
  { rules, archived, projectUrl }: BranchViewer,
): BranchView {
  const own = rulesFor(rules.branches, name);
  const hasRole = rules.isAdmin || rules.level >= Role.Developer;
  const mayPush = own.length === 0 ? hasRole : own.some(({ pushLevel }) => meets(pushLevel, rules));
  return {
    name,
    commit: presentCommit(commit, projectUrl),
    merged: isMerged,
    protected: own.length > 0,
    default: name === rules.defaultBranch,
    developers_can_push: own.some(({ pushLevel }) => pushLevel === 30),
    developers_can_merge: own.some(({ mergeLevel }) => mergeLevel === 30),
    can_push: mayPush && !archived,
    web_url: `${projectUrl}/-/tree/${refInUrl(name)}`,
  };
}
