import type { ContainerRef, RepositoryType } from '../../core/namespaces/container-repositories.js';
import type { Visibility } from '../../core/settings/visibility.js';

/** The repository at a URL, with what the access check needs. */
export interface GitTarget {
  readonly container: ContainerRef;
  readonly type: RepositoryType;
  readonly visibility: Visibility;
  readonly archived: boolean;
  /** The account's level in the project or group. */
  readonly level: number;
  /** Who owns a snippet may push to it. */
  readonly isAuthor: boolean;
  readonly defaultBranch: string;
  /** The project and the groups above, for deploy and job tokens. */
  readonly projectId: number | null;
  readonly groupIds: readonly number[];
}
