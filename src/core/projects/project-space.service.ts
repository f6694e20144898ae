import { Injectable } from '@nestjs/common';
import { Contributions } from '../../platform/contributions/contributions.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Caller } from '../access/caller.js';
import { ImageQuota } from './image-quota.js';
import type { ImageSpace } from './image-quota.js';
import { ProjectStorageMoves } from './project-storage-moves.js';
import type { Project } from './project.js';

const NO_IMAGES: ImageSpace = { bytes: 0, limit: null };

/** What PUT changes that other modules keep. */
export interface SpaceChanges {
  /** Bytes of its images; null for none. For administrators (contract: registry §9.5). */
  readonly imageSizeLimit?: number | null | undefined;
  /** Where its repositories are to lie; administrators alone are heard (contract: storage-moves §8). */
  readonly storage?: string | undefined;
}

/** Where a project lies and how much it may hold, as the modules of images and of storages keep it. */
@Injectable()
export class ProjectSpaceService {
  constructor(private readonly contributions: Contributions) {}

  async imagesOf({ id }: Project): Promise<ImageSpace> {
    const [quota] = this.contributions.to(ImageQuota);
    return quota?.of(id) ?? NO_IMAGES;
  }

  /** The caller holds the project. */
  async change(tx: Tx, project: Project, { imageSizeLimit, storage }: SpaceChanges, caller: Caller): Promise<void> {
    if (imageSizeLimit !== undefined) {
      const [quota] = this.contributions.to(ImageQuota);
      await quota?.setLimit(tx, project, imageSizeLimit, caller);
    }
    if (storage !== undefined && caller.isAdmin && storage !== project.repositoryStorage) {
      const [moves] = this.contributions.to(ProjectStorageMoves);
      await moves?.schedule(tx, project, storage, caller);
    }
  }
}
