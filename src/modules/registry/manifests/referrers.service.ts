import { Injectable } from '@nestjs/common';
import { fallbackTagOf } from '../grammar/digest.js';
import type { ManifestDescriptor } from './manifest.columns.js';
import { ManifestsRepository } from './manifests.repository.js';
import { descriptorsOfIndex } from './fallback-index.js';

/** What refers to a manifest by its `subject`, or stands in the index under its fallback tag (contract: registry §6). */
@Injectable()
export class ReferrersService {
  constructor(private readonly manifests: ManifestsRepository) {}

  /** Also for subjects that are not here; those without a repository have none. */
  async list(
    repositoryId: number | null,
    subjectDigest: string,
    artifactType: string | null,
  ): Promise<readonly ManifestDescriptor[]> {
    if (repositoryId === null) {
      return [];
    }
    const own = await this.manifests.referrers(repositoryId, subjectDigest);
    const known = new Set(own.map(({ digest }) => digest));
    const fallback = await this.fallback(repositoryId, subjectDigest);
    const all = [...own, ...fallback.filter(({ digest }) => !known.has(digest))];
    return artifactType === null ? all : all.filter((descriptor) => descriptor.artifactType === artifactType);
  }

  private async fallback(repositoryId: number, subjectDigest: string): Promise<ManifestDescriptor[]> {
    const index = await this.manifests.findByTag(repositoryId, fallbackTagOf(subjectDigest), true);
    return index?.bytes ? descriptorsOfIndex(index.bytes) : [];
  }
}
