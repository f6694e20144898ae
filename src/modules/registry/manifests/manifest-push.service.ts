import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { algorithmOf, digestOfBytes, isDigest } from '../grammar/digest.js';
import { isTagName } from '../grammar/tag-name.js';
import { digestInvalid, tagInvalid } from '../registry-errors.js';
import { RegistryMetrics } from './registry-metrics.js';
import type { PushTarget } from '../repositories/image-repository.js';
import type { TagAuthor } from '../tags/tag-author.js';
import { ImageConfigsService } from './image-configs.service.js';
import type { ManifestDocument } from './manifest-document.js';
import { ManifestReadingService } from './manifest-reading.service.js';
import { ManifestWritesService } from './manifest-writes.service.js';

export interface PushedManifest {
  readonly target: PushTarget;
  /** The live repository of that name, if there was one when the request arrived. */
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

/** Stores pushed manifests byte for byte (contract: registry §6.2). */
@Injectable()
export class ManifestPushService {
  constructor(
    private readonly reading: ManifestReadingService,
    private readonly configs: ImageConfigsService,
    private readonly writes: ManifestWritesService,
    private readonly metrics: RegistryMetrics,
    private readonly database: Database,
  ) {}

  /** Throws the errors of the contract; nothing is stored then. The same manifest may be pushed again. */
  async push(pushed: PushedManifest): Promise<StoredManifest> {
    refuseBadNames(pushed);
    const document = await this.reading.manifest(pushed.target.projectId, pushed.bytes, pushed.contentType);
    const { digest, tags } = addressOf(pushed);
    const createdAt = await this.createdAt(pushed, document);
    const { target, author, bytes } = pushed;
    const checked = { target, author, document, digest, bytes, tags, createdAt };
    await this.database.transaction((tx) => this.writes.store(tx, checked));
    this.metrics.notePush();
    return { digest, subjectDigest: document.subjectDigest };
  }

  private async createdAt(
    { target, repositoryId }: PushedManifest,
    document: ManifestDocument,
  ): Promise<string | null> {
    const { hasImageConfig, configDigest } = document;
    return repositoryId !== null && hasImageConfig && configDigest !== null
      ? this.configs.createdAt(target.projectId, repositoryId, configDigest)
      : null;
  }
}

/** Throws TAG_INVALID and DIGEST_INVALID for malformed tags and digests, before the body is read. */
function refuseBadNames({ reference, tags }: PushedManifest): void {
  const bad = [...tags, ...(reference.includes(':') ? [] : [reference])].find((tag) => !isTagName(tag));
  if (bad !== undefined) {
    throw tagInvalid(bad);
  }
  if (reference.includes(':') && !isDigest(reference)) {
    throw digestInvalid(reference);
  }
}

/** Returns the digest under which the bytes are stored, and the tags that will point to them. Throws DIGEST_INVALID. */
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
