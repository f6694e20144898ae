import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record } from '../../../common/wire/wire-types.js';
import { CommitSchema, presentCommit } from '../reads/commit.presenter.js';
import { DiffSchema, presentDiff } from '../commits/diff.presenter.js';
import { refInUrl } from '../project-code/project-urls.js';
import type { Comparison } from './comparison.js';

/** Contract: git §3.4. */
export const ComparisonSchema = record('Comparison', {
  commit: nullable(CommitSchema),
  commits: Type.Array(CommitSchema),
  diffs: Type.Array(DiffSchema),
  compare_timeout: Type.Boolean(),
  compare_same_ref: Type.Boolean(),
  web_url: Type.String(),
});

export interface ComparedRefs {
  readonly from: string;
  readonly to: string;
  readonly isStraight: boolean;
}

/** Presents the commits and differences between two refs (contract: git §3.3). */
export function presentComparison(
  { commits, files, isTimedOut, isSameRef }: Comparison,
  { from, to, isStraight }: ComparedRefs,
  projectUrl: string,
): Static<typeof ComparisonSchema> {
  const last = commits.at(-1);
  return {
    commit: last ? presentCommit(last, projectUrl) : null,
    commits: commits.map((commit) => presentCommit(commit, projectUrl)),
    diffs: files.map(presentDiff),
    compare_timeout: isTimedOut,
    compare_same_ref: isSameRef,
    web_url: `${projectUrl}/-/compare/${refInUrl(from)}${isStraight ? '..' : '...'}${refInUrl(to)}`,
  };
}
