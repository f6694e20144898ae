import type { ProjectChanges } from './projects.repository.js';

/** The requested values of a new project (contract: core §6). */
export interface NewProject extends ProjectChanges {
  readonly namespaceId?: number | undefined;
  /** The storage that an administrator chose; ignored for other callers. */
  readonly storage?: string | undefined;
  /** Whether the repository begins with a commit that adds a README. */
  readonly withReadme?: boolean | undefined;
}

/** The columns of a new project, including those that follow from its namespace and the settings. */
export interface NewProjectColumns extends ProjectChanges {
  readonly name: string;
  readonly path: string;
  readonly defaultBranch: string;
  readonly creatorId: number;
  readonly repositoryStorage: string;
}
