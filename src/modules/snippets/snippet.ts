import type { Visibility } from '../../core/settings/visibility.js';
import type { BasicUser } from '../../core/users/user.js';

/** A snippet as one caller sees it. */
export interface Snippet {
  readonly id: number;
  readonly projectId: number | null;
  /** Of the project that holds it. */
  readonly projectPath: string | null;
  readonly projectArchived: boolean;
  readonly title: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  readonly author: BasicUser | null;
  /** Paths, the first of them first; what the repository holds. */
  readonly files: readonly string[];
  readonly storage: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The caller's level in the project; 0 for none. */
  readonly level: number;
}

export const SNIPPET_BRANCH = 'main';
