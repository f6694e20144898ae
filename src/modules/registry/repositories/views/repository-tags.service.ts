import { Injectable } from '@nestjs/common';
import { presentTag } from '../../tags/tag.presenter.js';
import { TagsRepository } from '../../tags/tags.repository.js';
import { Env } from '../../../../platform/config/env.js';
import type { RepositoryView } from './repository.presenter.js';
import type { RepositoryRecord } from '../repository-record.js';

/** A repository's view without its tags, and the record that the names of tags are built from. */
export interface Streamable {
  readonly view: RepositoryView;
  readonly record: RepositoryRecord;
}

/**
 * Number of names read for all repositories of a page in one statement; the rest of larger ones is read in steps of
 * `NEXT_NAMES`.
 */
const FIRST_NAMES = 200;
const NEXT_NAMES = 1000;

/**
 * Writes repositories with all their tags piece by piece, because there are too many tags to hold in memory (contract:
 * registry §3.2).
 */
@Injectable()
export class RepositoryTagsService {
  constructor(
    private readonly tags: TagsRepository,
    private readonly env: Env,
  ) {}

  /** Writes a JSON array of the repositories in this order. */
  async *writeAll(repositories: readonly Streamable[]): AsyncGenerator<string> {
    const first = await this.tags.firstNames(
      repositories.map(({ record }) => record.id),
      FIRST_NAMES,
    );
    const names = new Map(first.map((row) => [row.repositoryId, row.names]));
    yield '[';
    for (const [index, repository] of repositories.entries()) {
      yield index === 0 ? '' : ',';
      yield* this.writeOne(repository, names.get(repository.record.id));
    }
    yield ']';
  }

  /** Writes one record with its tags in byte order. */
  async *writeOne({ view, record }: Streamable, first?: readonly string[]): AsyncGenerator<string> {
    let names = first ?? (await this.tags.names(record.id, '', FIRST_NAMES));
    yield `${JSON.stringify(view).slice(0, -1)},"tags":[${this.write(names, record)}`;
    let limit = FIRST_NAMES;
    while (names.length === limit) {
      limit = NEXT_NAMES;
      names = await this.tags.names(record.id, names.at(-1) ?? '', limit);
      yield names.length > 0 ? `,${this.write(names, record)}` : '';
    }
    yield ']}';
  }

  private write(names: readonly string[], record: RepositoryRecord): string {
    return names.map((name) => JSON.stringify(presentTag(name, record, this.env.registryHost))).join(',');
  }
}
