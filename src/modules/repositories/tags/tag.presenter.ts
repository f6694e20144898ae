import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { withoutFinalNewlines } from '../../../common/text/without-final-newlines.js';
import { nullable, record, Time } from '../../../common/wire/wire-types.js';
import { rulesFor } from '../protection/protection-rule.js';
import type { TagRule } from '../protection/protection-rule.js';
import { CommitSchema, presentCommit } from '../reads/commit.presenter.js';
import type { RepositoryTag } from './tag.js';

/** Contract: git §3.2. */
export const TagSchema = record('GitTag', {
  name: Type.String(),
  message: Type.String(),
  target: Type.String(),
  commit: nullable(CommitSchema),
  release: Type.Null(),
  protected: Type.Boolean(),
  created_at: nullable(Time),
});
export type TagView = Static<typeof TagSchema>;

export const presentTag = (tag: RepositoryTag, rules: readonly TagRule[], projectUrl: string): TagView => ({
  name: tag.name,
  message: withoutFinalNewlines(tag.annotation?.message ?? ''),
  target: tag.target,
  commit: tag.commit && presentCommit(tag.commit, projectUrl),
  release: null,
  protected: rulesFor(rules, tag.name).length > 0,
  created_at: tag.annotation?.tagger?.date ?? null,
});
