import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { TagHistoryReason } from '../history/container-tag-history.entity.js';
import type { ImageRepository } from '../repositories/image-repository.js';
import { HeldTagsService } from './held-tags.service.js';
import type { TagAuthor } from './tag-author.js';
import { TaggedManifestsRepository } from './tagged-manifests.repository.js';
import { TagsRepository } from './tags.repository.js';
import type { TagRow } from './tags.repository.js';

/** The repository whose tags are changed, and the author of the change. */
export interface TagChange {
  readonly repository: ImageRepository;
  readonly author: TagAuthor;
}

/**
 * Changes tags with all consequences: checks the rules, writes the history, and starts or stops the time until the
 * manifest may be collected. The caller has locked the repository, so that a tag does not change between being read and
 * being written (contract: registry §6.2, §9.3, §9.4).
 */
@Injectable()
export class TagWritesService {
  constructor(
    private readonly tags: TagsRepository,
    private readonly heldTags: HeldTagsService,
    private readonly manifests: TaggedManifestsRepository,
    private readonly env: Env,
  ) {}

  /**
   * Points the tag to the manifest. Returns false if a rule protects it; setting the same manifest again is allowed.
   */
  async move(_tx: Tx, { repository, author }: TagChange, name: string, manifestId: number): Promise<boolean> {
    const present = await this.tags.find(repository.id, name);
    const moves = present !== null && present.manifestId !== manifestId;
    if (moves && (await this.isHeld(repository, [name]))) {
      return false;
    }
    await this.tags.save(repository.id, name, manifestId);
    await this.manifests.noteTagged(manifestId);
    if (moves) {
      await this.remember({ repository, author }, { names: [name], digest: present.digest, reason: 'overwritten' });
      await this.manifests.noteUntagged(present.manifestId);
    }
    return true;
  }

  /** Removes a tag that was just found. Returns false if a rule protects it. */
  async remove(_tx: Tx, { repository, author }: TagChange, tag: TagRow): Promise<boolean> {
    if (await this.isHeld(repository, [tag.name])) {
      return false;
    }
    await this.tags.delete(repository.id, tag.name);
    await this.remember({ repository, author }, { names: [tag.name], digest: tag.digest, reason: 'deleted' });
    await this.manifests.noteUntagged(tag.manifestId);
    return true;
  }

  /**
   * Records the tags of a manifest that is about to be removed with them. Returns false if a rule protects one of them.
   */
  async rememberAllOf(
    _tx: Tx,
    { repository, author }: TagChange,
    manifest: { readonly id: number; readonly digest: string },
  ): Promise<boolean> {
    const names = await this.tags.namesOfManifest(manifest.id);
    if (await this.isHeld(repository, names)) {
      return false;
    }
    await this.remember({ repository, author }, { names, digest: manifest.digest, reason: 'deleted' });
    return true;
  }

  /** Whether a rule of the project protects one of these tags. */
  private async isHeld(repository: ImageRepository, names: readonly string[]): Promise<boolean> {
    return names.length > 0 && (await this.heldTags.among(repository, names)).size > 0;
  }

  /**
   * Tags can be restored until collection removes their manifest, but at least for the grace period (contract: registry
   * §9.3).
   */
  private async remember(
    { repository, author }: TagChange,
    lost: { readonly names: readonly string[]; readonly digest: string; readonly reason: TagHistoryReason },
  ): Promise<void> {
    await this.tags.remember({
      ...lost,
      repositoryId: repository.id,
      authorId: author.id,
      authorName: author.name,
      graceSeconds: this.env.registry.gcGrace,
    });
  }
}
