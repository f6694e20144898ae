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

/** In which repository tags are changed, and by whom. */
export interface TagChange {
  readonly repository: ImageRepository;
  readonly author: TagAuthor;
}

/**
 * Changes tags together with what follows from it: rules are checked, the history is written, and the manifest's time
 * until collection begins or ends. The caller has locked the repository, so that a tag does not change between being read
 * and being written (contract: registry §6.2, §9.3, §9.4).
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

  /** Removes a tag that was just found. False when a rule holds it. */
  async remove(_tx: Tx, { repository, author }: TagChange, tag: TagRow): Promise<boolean> {
    if (await this.isHeld(repository, [tag.name])) {
      return false;
    }
    await this.tags.delete(repository.id, tag.name);
    await this.remember({ repository, author }, { names: [tag.name], digest: tag.digest, reason: 'deleted' });
    await this.manifests.noteUntagged(tag.manifestId);
    return true;
  }

  /** Remembers the tags of a manifest that is about to be removed with them. False when a rule holds one of them. */
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

  /** Whether a rule of the project holds one of these tags. */
  private async isHeld(repository: ImageRepository, names: readonly string[]): Promise<boolean> {
    return names.length > 0 && (await this.heldTags.among(repository, names)).size > 0;
  }

  /** Tags can be put back until collection takes their manifest, at least for the grace (contract: registry §9.3). */
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
