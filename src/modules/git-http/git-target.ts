import type { ContainerRef, RepositoryType } from '../../core/namespaces/container-repositories.js';
import type { Visibility } from '../../core/settings/visibility.js';

/** The repository at a URL, with the facts that the access check needs. */
export interface GitTarget {
  readonly container: ContainerRef;
  readonly type: RepositoryType;
  readonly visibility: Visibility;
  readonly archived: boolean;
  /** The account's level in the project or group. */
  readonly level: number;
  /** Authors of a snippet may push to it. */
  readonly isAuthor: boolean;
  readonly defaultBranch: string;
  /** The project and its parent groups, for deploy and job tokens. */
  readonly projectId: number | null;
  readonly groupIds: readonly number[];
}
