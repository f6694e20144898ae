import type { Commit, Tag } from '../../../platform/git/commit-object.js';

export interface RepositoryTag {
  readonly name: string;
  /** The object that the ref points at: a commit or an annotated tag. */
  readonly target: string;
  /** Null if the tag does not point at a commit. */
  readonly commit: Commit | null;
  /** Null for a lightweight tag. */
  readonly annotation: Tag | null;
}
