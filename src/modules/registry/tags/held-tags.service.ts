import { Injectable } from '@nestjs/common';
import type { ImageRepository } from '../repositories/image-repository.js';
import { heldAmong } from './tag-rule.js';
import { TagRulesRepository } from './tag-rules.repository.js';
import { TagsRepository } from './tags.repository.js';

const NAMES_AT_ONCE = 2000;

/** Finds tags that a rule of their project protects (contract: registry §9.4). */
@Injectable()
export class HeldTagsService {
  constructor(
    private readonly rules: TagRulesRepository,
    private readonly tags: TagsRepository,
  ) {}

  /** Returns those of the repository's tags that a rule protects, according to the current rules. */
  async among(
    { projectId, name }: Pick<ImageRepository, 'projectId' | 'name'>,
    tags: readonly string[],
  ): Promise<ReadonlySet<string>> {
    return heldAmong(await this.rules.patternsOf(projectId), name, tags);
  }

  /** Whether a rule protects any tag of the repository. */
  async existIn({ id, projectId, name }: ImageRepository): Promise<boolean> {
    const rules = await this.rules.patternsOf(projectId);
    let names = rules.length === 0 ? [] : await this.tags.names(id, '', NAMES_AT_ONCE);
    while (names.length > 0) {
      if ((await heldAmong(rules, name, names)).size > 0) {
        return true;
      }
      names = await this.tags.names(id, names.at(-1) ?? '', NAMES_AT_ONCE);
    }
    return false;
  }
}
