import type { Commit, Tag } from '../../../platform/git/commit-object.js';

export interface RepositoryTag {
  readonly name: string;
  /** What the ref holds: a commit, or the object of an annotated tag. */
  readonly target: string;
  /** Null for a tag of something that is no commit. */
  readonly commit: Commit | null;
  /** Null when it is lightweight. */
  readonly annotation: Tag | null;
}
