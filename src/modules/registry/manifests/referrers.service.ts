import { Injectable } from '@nestjs/common';
import { fallbackTagOf } from '../grammar/digest.js';
import type { ManifestDescriptor } from './manifest.columns.js';
import { ManifestReadingService } from './manifest-reading.service.js';
import { ManifestsRepository } from './manifests.repository.js';

/** So many are read at once; annotations that are long come one by one. */
const AT_ONCE = 200;

/** Whose referrers are asked for. */
export interface Referred {
  readonly projectId: number;
  /** Null where the name has no repository. */
  readonly repositoryId: number | null;
  readonly subjectDigest: string;
}

/** What refers to a manifest by its `subject`, or stands in the index under its fallback tag (contract: registry §6). */
@Injectable()
export class ReferrersService {
  constructor(
    private readonly manifests: ManifestsRepository,
    private readonly reading: ManifestReadingService,
  ) {}

  /** Also for subjects that are not here; those without a repository have none. They are read while they are sent. */
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
