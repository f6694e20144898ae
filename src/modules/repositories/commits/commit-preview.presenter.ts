import { Type } from '@sinclair/typebox';
import { nullable, record } from '../../../common/wire/wire-types.js';
import type { CommitPreview } from './commit-preview.js';
import { DiffSchema, presentDiff } from './diff.presenter.js';

/** Contract: git §10.2. */
export const CommitPreviewSchema = record('CommitPreview', {
  dry_run: Type.Literal(true),
  branch: Type.String(),
  head: nullable(Type.String()),
  diffs: Type.Array(DiffSchema),
  stats: Type.Object({ additions: Type.Integer(), deletions: Type.Integer(), total: Type.Integer() }),
});

export const presentCommitPreview = ({ branch, head, files, stats }: CommitPreview) => ({
  dry_run: true,
  branch,
  head,
  diffs: files.map(presentDiff),
  stats,
});
