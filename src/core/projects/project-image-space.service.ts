import { Injectable } from '@nestjs/common';
import { Contributions } from '../../platform/contributions/contributions.js';
import type { Tx } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { ImageQuota } from './image-quota.js';
import type { ImageSpace } from './image-quota.js';
import type { Project } from './project.js';

const NO_IMAGES: ImageSpace = { bytes: 0, limit: null };

/** A part of the project's record and settings that the module of images keeps. */
@Injectable()
export class ProjectImageSpaceService {
  constructor(private readonly contributions: Contributions) {}

  async of({ id }: Project): Promise<ImageSpace> {
    const [quota] = this.contributions.to(ImageQuota);
    return quota?.of(id) ?? NO_IMAGES;
  }

  /** The caller holds the project. */
  async setLimit(tx: Tx, project: Project, limit: number | null, caller: Caller): Promise<void> {
    const [quota] = this.contributions.to(ImageQuota);
    await quota?.setLimit(tx, project, limit, caller);
  }
}
