import type { Tx } from '../../platform/database/tx.js';
import type { Caller } from '../access/caller.js';
import type { Project } from './project.js';

/** The bytes of a project's images, and their limit (contract: registry §9.5). */
export interface ImageSpace {
  readonly bytes: number;
  /** Null for no limit. */
  readonly limit: number | null;
}

/** Measures and limits the images of a project: a contribution of the module that stores images. */
export abstract class ImageQuota {
  abstract of(projectId: number): Promise<ImageSpace>;
  /** In the transaction of the project's other changes. */
  abstract setLimit(tx: Tx, project: Project, limit: number | null, caller: Caller): Promise<void>;
}
