import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import type { ImageSpace } from './image-space.js';
import type { Project } from './project.js';

/** Whoever keeps images tells, and holds them to a limit in the transaction of the project's other changes. */
export interface ImageSpaceKeeper {
  of(projectId: number): Promise<ImageSpace>;
  setLimit(tx: Tx, project: Project, limit: number | null, caller: Caller): Promise<void>;
}

const NO_IMAGES: ImageSpace = { bytes: 0, limit: null };

/** A part of the project's record and settings that the room of images keeps. */
@Injectable()
export class ProjectImageSpaceService {
  private keeper: ImageSpaceKeeper | null = null;

  /** Called by that room when it starts. */
  provide(keeper: ImageSpaceKeeper): void {
    this.keeper = keeper;
  }

  async of({ id }: Project): Promise<ImageSpace> {
    return this.keeper?.of(id) ?? NO_IMAGES;
  }

  /** The caller holds the project. */
  async setLimit(tx: Tx, project: Project, limit: number | null, caller: Caller): Promise<void> {
    await this.keeper?.setLimit(tx, project, limit, caller);
  }
}
