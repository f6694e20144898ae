import { Injectable } from '@nestjs/common';
import type { ImagePath } from '../auth/image-path.js';
import type { PushTarget } from '../repositories/image-repository.js';
import { BlobLinksService } from './blob-links.service.js';
import { BlobsRepository } from './blobs.repository.js';

/** Links existing blobs so that they need not be uploaded again (contract: registry §6). */
@Injectable()
export class BlobMountsService {
  constructor(
    private readonly blobs: BlobsRepository,
    private readonly links: BlobLinksService,
  ) {}

  /** Links from a repository that the caller may pull from; returns false if it does not have the blob. */
  async from(source: ImagePath, target: PushTarget, digest: string): Promise<boolean> {
    const blob = source.repositoryId === null ? null : await this.blobs.findLinked(source.repositoryId, digest);
    return blob !== null && this.links.mount(target, blob);
  }

  /** Links from any repository of the same project that has the blob; returns false if none does. */
  async fromProject(target: PushTarget, digest: string): Promise<boolean> {
    const blob = await this.blobs.findInProject(target.projectId, digest);
    return blob !== null && this.links.mount(target, blob);
  }
}
