import type { RegistryLevel } from '../../../core/projects/registry-level.js';
import type { Visibility } from '../../../core/settings/visibility.js';

/** Where an image name leads now: a project, and the repository in it if there is one. */
export interface ImagePath {
  readonly projectId: number;
  readonly projectPath: string;
  /** The part of the name behind the project's path; empty at the path itself. */
  readonly repositoryName: string;
  /** Null until something was pushed there, and again once its deletion was asked for. */
  readonly repositoryId: number | null;
  /** It has, or had, a manifest: only then others see it (contract: registry §3.2). */
  readonly isVisible: boolean;
  readonly visibility: Visibility;
  readonly registryLevel: RegistryLevel;
  readonly archived: boolean;
  /** The groups above, top first. */
  readonly groupIds: readonly number[];
  /** Membership level of the account that was asked for; 0 for none. */
  readonly memberLevel: number;
}
