import { Injectable } from '@nestjs/common';
import type { ImageRepository } from '../repositories/image-repository.js';
import { heldIn } from './tag-rule.js';
import { TagRulesRepository } from './tag-rules.repository.js';
import { TagsRepository } from './tags.repository.js';

const NAMES_AT_ONCE = 2000;

/** Tags that a rule of their project holds where they are (contract: registry §9.4). */
@Injectable()
export class HeldTagsService {
  constructor(
    private readonly rules: TagRulesRepository,
    private readonly tags: TagsRepository,
  ) {}

  /** Answers for each name of the repository whether a rule holds it, by the rules there are now. */
  async matcherOf({ projectId, name }: Pick<ImageRepository, 'projectId' | 'name'>): Promise<(tag: string) => boolean> {
    return heldIn(await this.rules.patternsOf(projectId), name);
  }

  /** Whether a rule holds any tag of the repository. */
  async existIn({ id, projectId, name }: ImageRepository): Promise<boolean> {
    const rules = await this.rules.patternsOf(projectId);
    const isHeld = heldIn(rules, name);
    let names = rules.length === 0 ? [] : await this.tags.names(id, '', NAMES_AT_ONCE);
    while (names.length > 0) {
      if (names.some(isHeld)) {
        return true;
      }
      names = await this.tags.names(id, names.at(-1) ?? '', NAMES_AT_ONCE);
    }
    return false;
  }
}
