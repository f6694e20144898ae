import { Bool, OneOfInts, Text } from '../../../common/params/param.decorators.js';
import { RULE_LEVELS } from './rule-level.js';
import type { RuleLevel } from './rule-level.js';
import type { BranchRuleChanges, NewBranchRule } from './protections.repository.js';

/** Default level: Maintainer (contract: git §3.5). */
const USUAL: RuleLevel = 40;

class BranchLevels {
  @OneOfInts(RULE_LEVELS) push_access_level?: RuleLevel;
  @OneOfInts(RULE_LEVELS) merge_access_level?: RuleLevel;
  @OneOfInts(RULE_LEVELS) unprotect_access_level?: RuleLevel;
  @Bool() allow_force_push?: boolean;
}

export class ProtectBranchInput extends BranchLevels {
  @Text({ required: true }) name: string;
}

export class ChangeProtectedBranchInput extends BranchLevels {}

export class ProtectTagInput {
  @Text({ required: true }) name: string;
  @OneOfInts(RULE_LEVELS) create_access_level?: RuleLevel;
}

export class ChangeProtectedTagInput {
  @OneOfInts(RULE_LEVELS) create_access_level?: RuleLevel;
}

export const newBranchRule = (input: ProtectBranchInput): NewBranchRule => ({
  pattern: input.name,
  pushLevel: input.push_access_level ?? USUAL,
  mergeLevel: input.merge_access_level ?? USUAL,
  unprotectLevel: input.unprotect_access_level ?? USUAL,
  allowForcePush: input.allow_force_push ?? false,
});

/** Fields that were not sent keep their values. */
export const branchRuleChanges = (input: ChangeProtectedBranchInput): BranchRuleChanges => ({
  ...(input.push_access_level === undefined ? {} : { pushLevel: input.push_access_level }),
  ...(input.merge_access_level === undefined ? {} : { mergeLevel: input.merge_access_level }),
  ...(input.unprotect_access_level === undefined ? {} : { unprotectLevel: input.unprotect_access_level }),
  ...(input.allow_force_push === undefined ? {} : { allowForcePush: input.allow_force_push }),
});

export const newTagRule = (input: ProtectTagInput) => ({
  pattern: input.name,
  createLevel: input.create_access_level ?? USUAL,
});

export const tagRuleChanges = (input: ChangeProtectedTagInput) =>
  input.create_access_level === undefined ? {} : { createLevel: input.create_access_level };
