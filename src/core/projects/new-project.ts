import type { ProjectChanges } from './projects.repository.js';

/** What is asked for of a new project (contract: core §6). */
export interface NewProject extends ProjectChanges {
  readonly namespaceId?: number | undefined;
  /** The storage that an administrator named; ignored from everybody else. */
  readonly storage?: string | undefined;
  /** Begin with a commit that holds a README. */
  readonly withReadme?: boolean | undefined;
}

/** The values of a new project, those included that its namespace and the settings decide. */
export interface NewProjectColumns extends ProjectChanges {
  readonly name: string;
  readonly path: string;
  readonly defaultBranch: string;
  readonly creatorId: number;
}
