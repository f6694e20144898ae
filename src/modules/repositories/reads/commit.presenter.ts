import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { record, Time } from '../../../common/wire/wire-types.js';
import { titleOf, trailersOf } from '../../../platform/git/commit-object.js';
import type { Commit } from '../../../platform/git/commit-object.js';

const SHORT_ID = 8;

/** Contract: git §3.3. */
export const CommitSchema = record('Commit', {
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
