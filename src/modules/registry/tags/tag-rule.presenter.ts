import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { record, Time } from '../../../common/wire/wire-types.js';
import type { TagRule } from './tag-rule.js';

/** Contract: registry §9.4. */
export const TagRuleSchema = record('ImageTagRule', {
  id: Type.Integer(),
  tag_pattern: Type.String(),
  repository_pattern: Type.String(),
  created_at: Time,
  updated_at: Time,
});
export type TagRuleView = Static<typeof TagRuleSchema>;

export const presentTagRule = (rule: TagRule): TagRuleView => ({
  id: rule.id,
  tag_pattern: rule.tagPattern,
  repository_pattern: rule.repositoryPattern,
  created_at: rule.createdAt,
  updated_at: rule.updatedAt,
});
