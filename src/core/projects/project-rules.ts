import { invalidField, IS_INVALID } from '../../common/errors/catalogue.js';
import { isPath, MAX_FULL_PATH } from '../../common/params/name-rules.js';
import { isRefName } from '../../platform/git/ref-names.js';
import { isMoreOpen } from '../settings/visibility.js';
import type { Visibility } from '../settings/visibility.js';

/** `My Project!` → `my-project` (contract: core §6). */
export const pathFromName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');

/** Throws 400 for a path that breaks the rules below a namespace. */
export function refuseBadPath(path: string, parentPath: string): void {
  if (!isPath(path, 'below') || parentPath.length + path.length + 1 > MAX_FULL_PATH) {
    throw invalidField('path', IS_INVALID);
  }
}

/** Throws 400 for a project that would be more open than its group. */
export function refuseTooOpen(visibility: Visibility, holder: Visibility | null): void {
  if (holder !== null && isMoreOpen(visibility, holder)) {
    throw invalidField('visibility', `is not allowed in a ${holder} group`);
  }
}

/** The error for a name that no branch can have; undefined for a valid one. */
export const branchName = (name: string): string | undefined => (isRefName(name) ? undefined : IS_INVALID);

/** The error for a path of the CI configuration that leads out of the repository (contract: core §6). */
export const insideRepository = (path: string): string | undefined =>
  path.startsWith('/') || path.split('/').includes('..') ? IS_INVALID : undefined;
