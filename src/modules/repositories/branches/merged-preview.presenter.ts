import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { MergedBranch } from './merged-branch.js';
import { record } from '../../../common/wire/wire-types.js';

/** Contract: conventions §13. */
export const MergedPreviewSchema = record('MergedBranchesPreview', {
  dry_run: Type.Literal(true),
  items: Type.Array(Type.Object({ name: Type.String(), action: Type.String(), rule: Type.String() })),
  totals: Type.Object({ delete: Type.Integer(), keep: Type.Integer() }),
});

/** Presents which merged branches a deletion would remove, and which rule keeps the others (contract: git §3.1). */
export function presentMergedPreview(branches: readonly MergedBranch[]): Static<typeof MergedPreviewSchema> {
  const deleted = branches.filter(({ action }) => action === 'delete').length;
  return {
    dry_run: true,
    items: branches.map(({ name, action, rule }) => ({ name, action, rule })),
    totals: { delete: deleted, keep: branches.length - deleted },
  };
}
