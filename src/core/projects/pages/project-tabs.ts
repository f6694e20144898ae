import type { ContainerTab } from '../../../platform/views/container-tabs.js';
import type { Role } from '../../access/role.js';

/** A page that a module adds to every project. */
export interface ProjectTab extends ContainerTab {
  /** The lowest role that it is shown to; without one, everybody who sees the project. */
  readonly least?: Role;
}

/** Tabs on the pages of every project: a contribution of the modules whose pages they lead to. */
export abstract class ProjectTabs {
  abstract readonly tabs: readonly ProjectTab[];
}
