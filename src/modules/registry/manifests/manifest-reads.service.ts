import { Injectable } from '@nestjs/common';
import { isDigest } from '../grammar/digest.js';
import { manifestUnknown } from '../registry-errors.js';
import { RegistryMetrics } from './registry-metrics.js';
import type { ServedManifest } from './manifest.columns.js';
import { ManifestsRepository } from './manifests.repository.js';

/** Serves manifests as they were pushed (contract: registry §6). */
@Injectable()
export class ManifestReadsService {
  constructor(
    private readonly manifests: ManifestsRepository,
    private readonly metrics: RegistryMetrics,
  ) {}

  /** By tag or digest. Throws MANIFEST_UNKNOWN. */
  async get(repositoryId: number, reference: string, withBytes: boolean): Promise<ServedManifest> {
    const manifest = isDigest(reference)
      ? await this.manifests.findByDigest(repositoryId, reference, withBytes)
      : await this.manifests.findByTag(repositoryId, reference, withBytes);
    if (!manifest) {
      throw manifestUnknown(reference);
    }
    if (withBytes) {
      this.metrics.notePull();
    }
    return manifest;
  }
}
