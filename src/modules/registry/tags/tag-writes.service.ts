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

/**
 * Every change of a tag: rules, history and the manifest's time until collection go with it. The caller holds the
 * repository, so that the look at a tag and its change are one (contract: registry §6.2, §9.3, §9.4).
 */
@Injectable()
export class TagWritesService {
  constructor(
    private readonly tags: TagsRepository,
    private readonly heldTags: HeldTagsService,
    private readonly manifests: TaggedManifestsRepository,
    private readonly env: Env,
  ) {}

  /** Points the tag at the manifest. False when a rule holds it where it is; the same manifest again is fine. */
  async move(
    _tx: Tx,
    repository: ImageRepository,
    name: string,
    manifestId: number,
    author: TagAuthor,
  ): Promise<boolean> {
    const present = await this.tags.find(repository.id, name);
    const moves = present !== null && present.manifestId !== manifestId;
    if (moves && (await this.isHeld(repository, [name]))) {
      return false;
    }
    await this.tags.save(repository.id, name, manifestId);
    await this.manifests.noteTagged(manifestId);
    if (moves) {
      await this.remember(repository.id, [name], present.digest, 'overwritten', author);
      await this.manifests.noteUntagged(present.manifestId);
    }
    return true;
  }

  /** Removes a tag that was just found. False when a rule holds it. */
  async remove(_tx: Tx, repository: ImageRepository, tag: TagRow, author: TagAuthor): Promise<boolean> {
    if (await this.isHeld(repository, [tag.name])) {
      return false;
    }
    await this.tags.delete(repository.id, tag.name);
    await this.remember(repository.id, [tag.name], tag.digest, 'deleted', author);
    await this.manifests.noteUntagged(tag.manifestId);
    return true;
  }

  /** Remembers the tags of a manifest that is about to be removed with them. False when a rule holds one of them. */
  async rememberAllOf(
    _tx: Tx,
    repository: ImageRepository,
    manifest: { readonly id: number; readonly digest: string },
    author: TagAuthor,
  ): Promise<boolean> {
    const names = await this.tags.namesOfManifest(manifest.id);
    if (await this.isHeld(repository, names)) {
      return false;
    }
    await this.remember(repository.id, names, manifest.digest, 'deleted', author);
    return true;
  }

  /** Whether a rule of the project holds one of these tags. */
  private async isHeld(repository: ImageRepository, names: readonly string[]): Promise<boolean> {
    return names.length > 0 && (await this.heldTags.among(repository, names)).size > 0;
  }

  /** Tags can be put back until collection takes their manifest, at least for the grace (contract: registry §9.3). */
  private async remember(
    repositoryId: number,
    names: readonly string[],
    digest: string,
    reason: TagHistoryReason,
    author: TagAuthor,
  ): Promise<void> {
    const graceSeconds = this.env.registry.gcGrace;
    await this.tags.remember({
      repositoryId,
      names,
      digest,
      reason,
      authorId: author.id,
      authorName: author.name,
      graceSeconds,
    });
  }
}
