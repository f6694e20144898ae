import type { Visibility } from '../settings/visibility.js';

export const PROJECT_CREATION_LEVELS = ['developer', 'maintainer', 'noone'] as const;
export type ProjectCreationLevel = (typeof PROJECT_CREATION_LEVELS)[number];
export const SUBGROUP_CREATION_LEVELS = ['maintainer', 'owner'] as const;
export type SubgroupCreationLevel = (typeof SUBGROUP_CREATION_LEVELS)[number];

/** A group as one caller sees it. */
export interface Group {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly fullPath: string;
  readonly fullName: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  readonly parentId: number | null;
  /** Ids from the top group down to this one. */
  readonly traversalIds: readonly number[];
  readonly projectCreationLevel: ProjectCreationLevel;
  readonly subgroupCreationLevel: SubgroupCreationLevel;
  readonly defaultBranchProtection: number;
  readonly runnersToken: Buffer | null;
  readonly repositoryStorage: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The caller's level there, inherited or direct; 0 for none. */
  readonly level: number;
}
