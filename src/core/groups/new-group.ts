import type { GroupChanges } from './groups.repository.js';

/** Input for a new group (contract: core §5). */
export interface NewGroup extends GroupChanges {
  readonly name: string;
  readonly path: string;
  readonly parentId?: number | undefined;
}
