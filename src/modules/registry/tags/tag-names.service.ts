import { Injectable } from '@nestjs/common';
import { TagsRepository } from './tags.repository.js';

/** Lists tags of a repository in byte order of their names (contract: registry §6). */
@Injectable()
export class TagNamesService {
  constructor(private readonly tags: TagsRepository) {}

  /** At most `n` names after `last`; all of them if `n` is null. */
  async list(repositoryId: number, { n, last }: { readonly n: number | null; readonly last: string }) {
    const names = n === 0 ? [] : await this.tags.names(repositoryId, last, n === null ? null : n + 1);
    const size = n ?? names.length;
    return { size, items: names.slice(0, size), hasNext: names.length > size && n !== 0 };
  }
}
