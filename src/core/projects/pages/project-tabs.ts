import type { ContainerTab } from '../../../platform/views/container-tabs.js';
import type { Role } from '../../access/role.js';

/** A page that a module adds to every project. */
export interface ProjectTab extends ContainerTab {
  /** Whom it is shown to; everybody who sees the project when absent. */
  readonly least?: Role;
}

/** Tabs on the pages of every project: a contribution of the modules whose pages they lead to. */
export abstract class ProjectTabs {
  abstract readonly tabs: readonly ProjectTab[];
}
