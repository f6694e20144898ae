import { Role } from '../../../core/access/role.js';
import type { Visibility } from '../../../core/settings/visibility.js';

/** Rights on the packages of a project. */
export const PACKAGE_RIGHTS = ['read', 'publish', 'delete'] as const;
export type PackageRight = (typeof PACKAGE_RIGHTS)[number];

/** A project that is visible to a user, and the user's level there; 0 without a membership. */
export interface SeenProject {
  readonly visibility: Visibility;
  readonly level: number;
}

const LEAST_ROLE: Readonly<Record<Exclude<PackageRight, 'read'>, Role>> = {
  publish: Role.Developer,
  delete: Role.Maintainer,
};

/** Whether a user who sees the project has the right (contract: packages §2). */
export function allows({ visibility, level }: SeenProject, isAdmin: boolean, right: PackageRight): boolean {
  if (isAdmin) {
    return true;
  }
  if (right === 'read') {
    return visibility !== 'private' || level >= Role.Reporter;
  }
  return level >= LEAST_ROLE[right];
}
