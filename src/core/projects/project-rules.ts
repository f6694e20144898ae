import { invalidField, IS_INVALID } from '../../common/errors/catalogue.js';
import { isPath, MAX_FULL_PATH } from '../namespaces/name-rules.js';
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

/** Throws 400 when a project would be more open than the group that holds it. */
export function refuseTooOpen(visibility: Visibility, holder: Visibility | null): void {
  if (holder !== null && isMoreOpen(visibility, holder)) {
    throw invalidField('visibility', `is not allowed in a ${holder} group`);
  }
}

/** Text for a name that no branch can have. */
export const branchName = (name: string): string | undefined => (isRefName(name) ? undefined : IS_INVALID);

/** Text for a path of the CI configuration that leaves the repository (contract: core §6). */
export const insideRepository = (path: string): string | undefined =>
  path.startsWith('/') || path.split('/').includes('..') ? IS_INVALID : undefined;
