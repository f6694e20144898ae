import { Injectable } from '@nestjs/common';
import { fallbackTagOf } from '../grammar/digest.js';
import type { ManifestDescriptor } from './manifest.columns.js';
import { ManifestReadingService } from './manifest-reading.service.js';
import { ManifestsRepository } from './manifests.repository.js';

/** Number of descriptors read at once; long annotations are read one by one. */
const AT_ONCE = 200;

/** The manifest whose referrers are requested. */
export interface Referred {
  readonly projectId: number;
  /** Null if there is no repository of that name. */
  readonly repositoryId: number | null;
  readonly subjectDigest: string;
}

/** Lists what refers to a manifest by `subject`, or is in the index under its fallback tag (contract: registry §6). */
@Injectable()
export class ReferrersService {
  constructor(
    private readonly manifests: ManifestsRepository,
    private readonly reading: ManifestReadingService,
  ) {}

  /**
   * Also works for subjects that are not stored here; without a repository there are no referrers. They are read while
   * they are sent.
   */
  async *list({ projectId, repositoryId, subjectDigest }: Referred, artifactType: string | null) {
    if (repositoryId === null) {
      return;
    }
    const isWanted = (one: ManifestDescriptor) => artifactType === null || one.artifactType === artifactType;
    const others = await this.fallback(projectId, repositoryId, subjectDigest);
    const missing = new Set(others.map(({ digest }) => digest));
    for await (const own of this.own(repositoryId, subjectDigest)) {
      missing.delete(own.digest);
      if (isWanted(own)) {
        yield own.hasLongAnnotations ? { ...own, annotations: await this.manifests.annotationsOf(own.id) } : own;
      }
    }
    yield* others.filter((one) => missing.has(one.digest) && isWanted(one));
  }

  private async fallback(
    projectId: number,
    repositoryId: number,
    subjectDigest: string,
  ): Promise<readonly ManifestDescriptor[]> {
    const index = await this.manifests.findByTag(repositoryId, fallbackTagOf(subjectDigest), true);
    return index?.bytes ? this.reading.descriptors(projectId, index.bytes) : [];
  }

  private async *own(repositoryId: number, subjectDigest: string) {
    let after = 0;
    for (;;) {
      const found = await this.manifests.referrers(repositoryId, subjectDigest, { after, most: AT_ONCE });
      yield* found;
      const last = found.at(-1);
      if (!last || found.length < AT_ONCE) {
        return;
      }
      after = last.id;
    }
  }
}
