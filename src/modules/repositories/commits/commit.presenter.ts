import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, Time } from '../../../common/wire/wire-types.js';
import type { CommitPipeline } from '../../../core/repositories/commits/commit-pipeline.js';
import type { DiffStats } from '../../../core/repositories/reads/diff-stats.js';
import { titleOf, trailersOf } from '../../../platform/git/commit-object.js';
import type { Commit } from '../../../platform/git/commit-object.js';

const SHORT_ID = 8;

/** Contract: git §3.3. */
export const CommitSchema = Type.Object({
  id: Type.String(),
  short_id: Type.String(),
  title: Type.String(),
  message: Type.String(),
  author_name: Type.String(),
  author_email: Type.String(),
  authored_date: Time,
  committer_name: Type.String(),
  committer_email: Type.String(),
  committed_date: Time,
  created_at: Time,
  parent_ids: Type.Array(Type.String()),
  trailers: Type.Record(Type.String(), Type.String()),
  web_url: Type.String(),
});
export type CommitView = Static<typeof CommitSchema>;

/** `projectUrl` is the web address of the project. */
export function presentCommit(commit: Commit, projectUrl: string): CommitView {
  return {
    id: commit.id,
    short_id: commit.id.slice(0, SHORT_ID),
    title: titleOf(commit.message),
    message: commit.message,
    author_name: commit.author.name,
    author_email: commit.author.email,
    authored_date: commit.author.date,
    committer_name: commit.committer.name,
    committer_email: commit.committer.email,
    committed_date: commit.committer.date,
    created_at: commit.committer.date,
    parent_ids: [...commit.parentIds],
    trailers: trailersOf(commit.message),
    web_url: `${projectUrl}/-/commit/${commit.id}`,
  };
}

const StatsSchema = Type.Object({ additions: Type.Integer(), deletions: Type.Integer(), total: Type.Integer() });

/** Rows of a list that was asked for with its numbers. */
export const ListedCommitSchema = Type.Composite([CommitSchema, Type.Object({ stats: Type.Optional(StatsSchema) })]);

/** A single commit, and one that was just made. */
export const SingleCommitSchema = Type.Composite([
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
