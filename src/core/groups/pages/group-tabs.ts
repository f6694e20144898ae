import type { ContainerTab } from '../../../platform/views/container-tabs.js';
import type { Role } from '../../access/role.js';

/** A page that a module adds to every group. */
export interface GroupTab extends ContainerTab {
  /** Whom it is shown to; everybody who sees the group when absent. */
  readonly least?: Role;
}

/** Tabs on the pages of every group: a contribution of the modules whose pages they lead to. */
export abstract class GroupTabs {
  abstract readonly tabs: readonly GroupTab[];
}
