import type { ContainerTab } from '../../../platform/views/container-tabs.js';
import type { Role } from '../../access/role.js';

/** A page that a module adds to every group. */
export interface GroupTab extends ContainerTab {
  /** Minimum role for the tab; shown to everyone who sees the group by default. */
  readonly least?: Role;
}

/** Tabs on the pages of every group, contributed by the modules of the linked pages. */
export abstract class GroupTabs {
  abstract readonly tabs: readonly GroupTab[];
}
