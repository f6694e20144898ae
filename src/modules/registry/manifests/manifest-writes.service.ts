import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/tx.js';
import { BlobsRepository } from '../blobs/blobs.repository.js';
import type { LinkedBlob } from '../blobs/blobs.repository.js';
import { denied, manifestRefsUnknown } from '../registry-errors.js';
import { ImageRepositoriesRepository } from '../repositories/image-repositories.repository.js';
import type { PushTarget } from '../repositories/image-repository.js';
import type { TagAuthor } from '../tags/tag-author.js';
import { TagWritesService } from '../tags/tag-writes.service.js';
import type { TagChange } from '../tags/tag-writes.service.js';
import { UsageService } from '../usage/usage.service.js';
import type { ManifestDocument } from './manifest-document.js';
import { ManifestsRepository } from './manifests.repository.js';
import type { ChildSummary } from './manifests.repository.js';

/** A manifest that was read and checked before it is stored. */
export interface CheckedManifest {
  readonly target: PushTarget;
  readonly author: TagAuthor;
  readonly document: ManifestDocument;
  readonly digest: string;
  readonly bytes: Buffer;
  /** Tags that will point to it. */
  readonly tags: readonly string[];
  /** Creation time of its image, according to its config. */
  readonly createdAt: string | null;
}

interface Parts {
  readonly blobs: ReadonlyMap<string, LinkedBlob>;
  readonly children: ChildSummary;
}

/** Stores manifests with their references and tags, and creates their repository if there is none. */
@Injectable()
export class ManifestWritesService {
  constructor(
    private readonly repositories: ImageRepositoriesRepository,
    private readonly manifests: ManifestsRepository,
    private readonly blobs: BlobsRepository,
    private readonly tagWrites: TagWritesService,
    private readonly usage: UsageService,
  ) {}

  /** Throws MANIFEST_BLOB_UNKNOWN for missing parts, and 403 over the limit or for a tag that a rule protects. */
  async store(tx: Tx, { target, author, document, digest, bytes, tags, createdAt }: CheckedManifest): Promise<void> {
    const repositoryId = await this.repositories.lockOrCreate(target.projectId, target.name, 'change');
    const parts = await this.lockParts(repositoryId, document);
    await this.usage.requireSpace(tx, target.projectId, { digest, size: bytes.length });
    const { id, isNew } = await this.manifests.save({
      ...document,
      repositoryId,
      digest,
      bytes,
      imageCreatedAt: document.kind === 'index' ? parts.children.newestCreatedAt : createdAt,
      layerSize: document.kind === 'index' ? parts.children.layerSize : layerSizeOf(document),
    });
    if (isNew) {
      await this.saveRefs(repositoryId, id, document, parts);
    }
    await this.moveTags(tx, { repository: { ...target, id: repositoryId }, author }, tags, id);
    await this.repositories.notePush(repositoryId);
  }

  /**
   * Locks and returns all blobs and manifests that the manifest references. Throws MANIFEST_BLOB_UNKNOWN for each
   * missing one.
   */
  private async lockParts(repositoryId: number, { refs }: ManifestDocument): Promise<Parts> {
    const wanted = (isChild: boolean) =>
      refs.filter(({ role }) => (role === 'child') === isChild).map(({ digest }) => digest);
    const [held, children] = await Promise.all([
      this.blobs.lockLinked(repositoryId, wanted(false)),
      this.manifests.summarize(repositoryId, wanted(true)),
    ]);
    const blobs = new Map(held.map((blob) => [blob.digest, blob]));
    const manifests = new Set(children.digests);
    const missing = refs.filter(
      ({ role, digest, isForeign }) => !isForeign && !(role === 'child' ? manifests.has(digest) : blobs.has(digest)),
    );
    if (missing.length > 0) {
      throw manifestRefsUnknown([...new Set(missing.map(({ digest }) => digest))]);
    }
    return { blobs, children };
  }

  private async saveRefs(
    repositoryId: number,
    id: number,
    { refs }: ManifestDocument,
    { blobs }: Parts,
  ): Promise<void> {
    const rows = refs.map(({ role, digest, size }) => ({
      role,
      digest,
      size,
      blobId: role === 'child' ? null : (blobs.get(digest)?.blobId ?? null),
    }));
    await this.manifests.insertRefs(id, repositoryId, rows);
    await this.blobs.noteUse(
      repositoryId,
      [...blobs.values()].map(({ blobId }) => blobId),
    );
  }

  private async moveTags(tx: Tx, change: TagChange, tags: readonly string[], manifestId: number): Promise<void> {
    for (const tag of tags) {
      if (!(await this.tagWrites.move(tx, change, tag, manifestId))) {
        throw denied('tag is immutable');
      }
    }
  }
}

const layerSizeOf = ({ refs }: ManifestDocument): number => {
  const sum = refs.reduce((total, { role, size }) => (role === 'layer' ? total + size : total), 0);
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
};
