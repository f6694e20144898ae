import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { record, Time } from '../../../common/wire/wire-types.js';
import { LEVEL_NAMES } from './rule-level.js';
import type { BranchRule, TagRule } from './protection-rule.js';
import type { RuleLevel } from './rule-level.js';

const LevelSchema = record('ProtectionLevel', {
  id: Type.Integer(),
  access_level: Type.Integer(),
  access_level_description: Type.String(),
  user_id: Type.Null(),
  group_id: Type.Null(),
});

/** Contract: git §3.5. */
export const ProtectedBranchSchema = record('ProtectedBranch', {
  id: Type.Integer(),
  name: Type.String(),
  push_access_levels: Type.Array(LevelSchema),
  merge_access_levels: Type.Array(LevelSchema),
  unprotect_access_levels: Type.Array(LevelSchema),
  allow_force_push: Type.Boolean(),
  code_owner_approval_required: Type.Boolean(),
  updated_at: Time,
});

export const ProtectedTagSchema = record('ProtectedTag', {
  name: Type.String(),
  create_access_levels: Type.Array(LevelSchema),
  updated_at: Time,
});

const presentLevel = (id: number, level: RuleLevel): Static<typeof LevelSchema> => ({
  id,
  access_level: level,
  access_level_description: LEVEL_NAMES[level],
  user_id: null,
  group_id: null,
});

export const presentProtectedBranch = (rule: BranchRule): Static<typeof ProtectedBranchSchema> => ({
  id: rule.id,
  name: rule.pattern,
  push_access_levels: [presentLevel(rule.id, rule.pushLevel)],
  merge_access_levels: [presentLevel(rule.id, rule.mergeLevel)],
  unprotect_access_levels: [presentLevel(rule.id, rule.unprotectLevel)],
  allow_force_push: rule.allowForcePush,
  code_owner_approval_required: false,
  updated_at: rule.updatedAt,
});

export const presentProtectedTag = (rule: TagRule): Static<typeof ProtectedTagSchema> => ({
  name: rule.pattern,
  create_access_levels: [presentLevel(rule.id, rule.createLevel)],
  updated_at: rule.updatedAt,
});
