import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/database.js';
import { BlobsRepository } from '../blobs/blobs.repository.js';
import type { LinkedBlob } from '../blobs/blobs.repository.js';
import { algorithmOf, digestOfBytes, isDigest } from '../grammar/digest.js';
import { isTagName } from '../grammar/tag-name.js';
import { denied, digestInvalid, manifestRefsUnknown, tagInvalid } from '../registry-errors.js';
import { RegistryMetrics } from './registry-metrics.js';
import { ImageRepositoriesRepository } from '../repositories/image-repositories.repository.js';
import type { ImageRepository, PushTarget } from '../repositories/image-repository.js';
import type { TagAuthor } from '../tags/tag-author.js';
import { TagWritesService } from '../tags/tag-writes.service.js';
import { UsageService } from '../usage/usage.service.js';
import { ImageConfigs } from './image-config.js';
import { readManifest } from './manifest-document.js';
import type { ManifestDocument } from './manifest-document.js';
import { ManifestsRepository } from './manifests.repository.js';
import type { ChildSummary } from './manifests.repository.js';

export interface PushedManifest {
  readonly target: PushTarget;
  /** The live repository of that name, if there was one when the request came. */
  readonly repositoryId: number | null;
  readonly author: TagAuthor;
  /** A tag or a digest. */
  readonly reference: string;
  /** Additional tags for a manifest that is pushed by digest. */
  readonly tags: readonly string[];
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

export interface StoredManifest {
  readonly digest: string;
  readonly subjectDigest: string | null;
}

interface Parts {
  readonly blobs: ReadonlyMap<string, LinkedBlob>;
  readonly children: ChildSummary;
}

/** Takes manifests in, to the byte (contract: registry §6.2). */
@Injectable()
export class ManifestPushService {
  constructor(
    private readonly repositories: ImageRepositoriesRepository,
    private readonly manifests: ManifestsRepository,
    private readonly blobs: BlobsRepository,
    private readonly configs: ImageConfigs,
    private readonly tagWrites: TagWritesService,
    private readonly usage: UsageService,
    private readonly metrics: RegistryMetrics,
    private readonly database: Database,
  ) {}

  /** Throws the codes of the contract; then nothing is stored. Pushing the same again is fine. */
  async push(pushed: PushedManifest): Promise<StoredManifest> {
    refuseBadNames(pushed);
    const document = readManifest(pushed.bytes, pushed.contentType);
    const { digest, tags } = addressOf(pushed);
    const createdAt = await this.createdAt(pushed.repositoryId, document);
    await this.database.transaction((tx) => this.store(tx, pushed, document, { digest, tags, createdAt }));
    this.metrics.notePush();
    return { digest, subjectDigest: document.subjectDigest };
  }

  private async store(
    tx: Tx,
    { target, bytes, author }: PushedManifest,
    document: ManifestDocument,
    { digest, tags, createdAt }: { digest: string; tags: readonly string[]; createdAt: string | null },
  ): Promise<void> {
    const repositoryId = await this.repositories.lockOrCreate(target.projectId, target.name, 'change');
    const parts = await this.lockParts(repositoryId, document);
    await this.usage.charge(tx, target.projectId, { digest, size: bytes.length });
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
    await this.moveTags(tx, { ...target, id: repositoryId }, tags, id, author);
    await this.repositories.notePush(repositoryId);
  }

  /** Everything the manifest is made of, held where it is. Throws MANIFEST_BLOB_UNKNOWN for each missing one. */
  private async lockParts(repositoryId: number, { refs }: ManifestDocument): Promise<Parts> {
    const wanted = (isChild: boolean) =>
      refs.filter(({ role }) => (role === 'child') === isChild).map(({ digest }) => digest);
    const held = await this.blobs.lockLinked(repositoryId, wanted(false));
    const children = await this.manifests.summarize(repositoryId, wanted(true));
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

  private async moveTags(
    tx: Tx,
    repository: ImageRepository,
    tags: readonly string[],
    manifestId: number,
    author: TagAuthor,
  ): Promise<void> {
    for (const tag of tags) {
      if (!(await this.tagWrites.move(tx, repository, tag, manifestId, author))) {
        throw denied('tag is immutable');
      }
    }
  }

  private async createdAt(repositoryId: number | null, document: ManifestDocument): Promise<string | null> {
    const { hasImageConfig, configDigest } = document;
    return repositoryId !== null && hasImageConfig && configDigest !== null
      ? this.configs.createdAt(repositoryId, configDigest)
      : null;
  }
}

/** Throws TAG_INVALID and DIGEST_INVALID for what can be no tag or digest, whatever the body holds. */
function refuseBadNames({ reference, tags }: PushedManifest): void {
  const bad = [...tags, ...(reference.includes(':') ? [] : [reference])].find((tag) => !isTagName(tag));
  if (bad !== undefined) {
    throw tagInvalid(bad);
  }
  if (reference.includes(':') && !isDigest(reference)) {
    throw digestInvalid(reference);
  }
}

/** The digest under which the bytes are stored, and the tags that will point to them. Throws DIGEST_INVALID. */
function addressOf({ reference, tags, bytes }: PushedManifest): { digest: string; tags: readonly string[] } {
  const algorithm = algorithmOf(reference);
  if (algorithm === null) {
    return { digest: digestOfBytes('sha256', bytes), tags: [...new Set([reference, ...tags])] };
  }
  if (digestOfBytes(algorithm, bytes) !== reference) {
    throw digestInvalid(reference);
  }
  return { digest: reference, tags: [...new Set(tags)] };
}

const layerSizeOf = ({ refs }: ManifestDocument): number => {
  const sum = refs.reduce((total, { role, size }) => (role === 'layer' ? total + size : total), 0);
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
};
