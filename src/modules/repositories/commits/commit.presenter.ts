import { Type } from '@sinclair/typebox';
import { merged, nullable, record } from '../../../common/wire/wire-types.js';
import type { CommitPipeline } from '../writes/commit-pipeline.js';
import { CommitSchema, presentCommit } from '../reads/commit.presenter.js';
import type { DiffStats } from '../reads/diff-stats.js';
import type { Commit } from '../../../platform/git/commit-object.js';

const StatsSchema = record('CommitStats', {
  additions: Type.Integer(),
  deletions: Type.Integer(),
  total: Type.Integer(),
});

/** Rows of a list that was requested with stats. */
export const ListedCommitSchema = merged('ListedCommit', [
  CommitSchema,
  Type.Object({ stats: Type.Optional(StatsSchema) }),
]);

/** A single commit, including one that was just created. */
export const SingleCommitSchema = merged('CommitDetails', [
  ListedCommitSchema,
  Type.Object({
    status: nullable(Type.String()),
    last_pipeline: nullable(Type.Unknown()),
    project_id: Type.Integer(),
  }),
]);

export interface SingleCommit {
  readonly commit: Commit;
  readonly stats: DiffStats | undefined;
  readonly pipeline: CommitPipeline | null;
}

export const presentListedCommit = (commit: Commit, stats: DiffStats | undefined, projectUrl: string) => ({
  ...presentCommit(commit, projectUrl),
  ...(stats ? { stats } : {}),
});

export const presentSingleCommit = (
  { commit, stats, pipeline }: SingleCommit,
  project: { readonly id: number },
  projectUrl: string,
) => ({
  ...presentListedCommit(commit, stats, projectUrl),
  status: pipeline?.status ?? null,
  last_pipeline: pipeline?.summary ?? null,
  project_id: project.id,
});
