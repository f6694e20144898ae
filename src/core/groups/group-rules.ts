import { invalidField, IS_INVALID } from '../../common/errors/catalogue.js';
import { isPath, MAX_DEPTH, MAX_FULL_PATH } from '../../common/params/name-rules.js';
import { isMoreOpen } from '../settings/visibility.js';
import type { Visibility } from '../settings/visibility.js';
import type { Group } from './group.js';

/** Throws 400 for a path that is not allowed below this parent, or at the top level (contract: core §5). */
export function refuseBadPath(path: string, parent: Group | null): void {
  const depth = parent ? parent.traversalIds.length + 1 : 1;
  const length = parent ? parent.fullPath.length + path.length + 1 : path.length;
  if (!isPath(path, parent ? 'below' : 'top') || depth > MAX_DEPTH || length > MAX_FULL_PATH) {
    throw invalidField('path', IS_INVALID);
  }
}

/** Throws 400 for a visibility more open than the parent's. */
export function refuseTooOpen(visibility: Visibility, parent: Group | null): void {
  if (parent && isMoreOpen(visibility, parent.visibility)) {
    throw invalidField('visibility', `is not allowed in a ${parent.visibility} group`);
  }
}
