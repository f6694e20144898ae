import type { RegistryLevel } from '../../../core/projects/registry-level.js';
import type { Visibility } from '../../../core/settings/visibility.js';

/** What an image name currently refers to: a project, and the repository in it if there is one. */
export interface ImagePath {
  readonly projectId: number;
  readonly projectPath: string;
  /** The part of the name after the project's path; empty for the path itself. */
  readonly repositoryName: string;
  /** Null until something is pushed there, and again once its deletion is requested. */
  readonly repositoryId: number | null;
  /** Whether it has, or had, a manifest; others see it only then (contract: registry §3.2). */
  readonly isVisible: boolean;
  readonly visibility: Visibility;
  readonly registryLevel: RegistryLevel;
  readonly archived: boolean;
  /** The groups above the project, top first. */
  readonly groupIds: readonly number[];
  /** Membership level of the requested account; 0 for none. */
  readonly memberLevel: number;
}
