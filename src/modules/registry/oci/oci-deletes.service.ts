import { Injectable } from '@nestjs/common';
import { BlobRemovalService } from '../blobs/blob-removal.service.js';
import { isDigest } from '../grammar/digest.js';
import { ManifestRemovalService } from '../manifests/manifest-removal.service.js';
import { blobUnknown, denied, manifestUnknown } from '../registry-errors.js';
import { TagDeletionService } from '../tags/tag-deletion.service.js';
import { auditAuthorOf, findRepositoryOf, repositoryOf } from './oci-call.js';
import type { OciCall } from './oci-call.js';

/** Deletes by tag and by digest, with the registry's own error codes (contract: registry §6). */
@Injectable()
export class OciDeletesService {
  constructor(
    private readonly tags: TagDeletionService,
    private readonly manifests: ManifestRemovalService,
    private readonly blobs: BlobRemovalService,
  ) {}

  async manifest(call: OciCall, reference: string, address: string): Promise<void> {
    return isDigest(reference)
      ? this.manifests.remove(repositoryOf(call), reference, auditAuthorOf(call, address))
      : this.tag(call, reference, address);
  }

  /** Deletes only this name. Throws MANIFEST_UNKNOWN, and 403 while a rule protects the tag. */
  async tag(call: OciCall, tag: string, address: string): Promise<void> {
    const outcome = await this.tags.delete(repositoryOf(call), tag, auditAuthorOf(call, address));
    if (outcome === 'missing') {
      throw manifestUnknown(tag);
    }
    if (outcome === 'held') {
      throw denied('tag is immutable');
    }
  }

  /** Unlinks the blob from this repository. Throws BLOB_UNKNOWN, and UNSUPPORTED while a manifest needs it. */
  async blob(call: OciCall, digest: string, address: string): Promise<void> {
    const repository = findRepositoryOf(call);
    if (!repository) {
      throw blobUnknown(digest);
    }
    await this.blobs.remove(repository, digest, auditAuthorOf(call, address));
  }
}
