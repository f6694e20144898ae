import { Injectable } from '@nestjs/common';
import { Contributions } from '../../platform/contributions/contributions.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Caller } from '../access/caller.js';
import { ImageQuota } from './image-quota.js';
import type { ImageSpace } from './image-quota.js';
import { ProjectStorageMoves } from './project-storage-moves.js';
import type { Project } from './project.js';

const NO_IMAGES: ImageSpace = { bytes: 0, limit: null };

/** The fields of a PUT that other modules store. */
export interface SpaceChanges {
  /** The limit in bytes of its images, null for none; for administrators (contract: registry §9.5). */
  readonly imageSizeLimit?: number | null | undefined;
  /** The storage of its repositories; ignored unless the caller is an administrator (contract: storage-moves §8). */
  readonly storage?: string | undefined;
}

/** The storage and the size limit of a project, which the modules of storages and images keep. */
@Injectable()
export class ProjectSpaceService {
  constructor(private readonly contributions: Contributions) {}

  async imagesOf({ id }: Project): Promise<ImageSpace> {
    const [quota] = this.contributions.to(ImageQuota);
    return quota?.of(id) ?? NO_IMAGES;
  }

  /** To be called while the project is locked. */
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
