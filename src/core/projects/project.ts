import type { Visibility } from '../settings/visibility.js';
import type { BasicUser } from '../users/user.js';

export const REGISTRY_LEVELS = ['enabled', 'private', 'disabled'] as const;
/** Who may see the images of a project (contract: registry §2.1). */
export type RegistryLevel = (typeof REGISTRY_LEVELS)[number];

/** A project as one caller sees it. */
export interface Project {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly fullPath: string;
  readonly fullName: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  readonly defaultBranch: string | null;
  readonly creatorId: number | null;
  readonly topics: readonly string[];
  readonly archived: boolean;
  readonly emptyRepo: boolean;
  readonly ciConfigPath: string | null;
  readonly buildTimeout: number;
  readonly jobsEnabled: boolean;
  readonly publicJobs: boolean;
  readonly sharedRunnersEnabled: boolean;
  readonly packagesEnabled: boolean;
  readonly autoCancelPendingPipelines: 'enabled' | 'disabled';
  readonly containerRegistryAccessLevel: RegistryLevel;
  readonly repositoryStorage: string;
  readonly runnersToken: Buffer | null;
  readonly lastActivityAt: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly namespaceId: number;
  readonly namespaceName: string;
  readonly namespacePath: string;
  readonly namespaceFullPath: string;
  readonly namespaceKind: 'user' | 'group';
  readonly namespaceParentId: number | null;
  /** Ids of the groups above, top first; a user's namespace stands alone. */
  readonly traversalIds: readonly number[];
  /** Null unless the project lies in a personal namespace. */
  readonly owner: BasicUser | null;
  /** The caller's direct level. */
  readonly projectAccess: number | null;
  /** The caller's highest level by the groups above. */
  readonly groupAccess: number | null;
}

/** The caller's effective level: the highest of project and groups (contract: conventions §8). */
export const levelOf = (project: Pick<Project, 'projectAccess' | 'groupAccess'>): number =>
  Math.max(project.projectAccess ?? 0, project.groupAccess ?? 0);
