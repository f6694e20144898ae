import { Injectable } from '@nestjs/common';
import { LruMap } from '../../../common/cache/lru-map.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import { readRefFile } from '../../../platform/git/ref-files.js';
import { RepositoryReads } from '../../repositories/reads/repository-reads.service.js';
import type { ReadSession } from '../../repositories/reads/read-session.js';
import { RepositoriesService } from '../../repositories/repositories.service.js';
import type { Repository } from '../../repositories/repository.js';
import { readRef } from '../../repositories/refs/ref-names.js';
import { readDefinition } from '../definition/read-definition.js';
import type { ReadResult } from '../definition/read-definition.js';
import type { PipelineOrder } from './pipeline-order.js';
import { resolveForPipeline } from './pipeline-ref.js';
import type { PipelineRef } from './pipeline-ref.js';
import { refNotFound } from './pipeline-refusals.js';

const DEFAULT_PATHS = ['.ci.yml', '.gitlab-ci.yml']; // contract: triggers §5
const KEPT_COMMITS = 1000;
const KEPT_DEFINITIONS = 100;
/** With all that it includes; larger ones are read each time. */
const MOST_KEPT_BYTES = 131_072;

/** A definition file as it was committed. */
export interface CommittedDefinition {
  readonly path: string;
  readonly read: ReadResult;
}

/**
 * What pipelines are made from: a ref's commit, and the definition in it. Both are asked for again and again and are
 * never changed by anybody, so they are kept by their ids; only what a ref holds is read each time.
 */
@Injectable()
export class PipelineSources {
  private readonly commits = new LruMap<string, Commit>(KEPT_COMMITS);
  private readonly definitions = new LruMap<string, CommittedDefinition>(KEPT_DEFINITIONS);

  constructor(
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReads,
  ) {}

  /** The ref that an order names, with its commit. Throws 400 for none and for two of that name (contract: triggers §3.4). */
  async refOf(
    repository: Repository,
    { ref, objectId }: Pick<PipelineOrder, 'ref' | 'objectId'>,
  ): Promise<PipelineRef> {
    const place = await this.repositories.findPlace(repository);
    if (!place) {
      throw refNotFound();
    }
    if (objectId !== undefined) {
      return this.pinned(repository, ref, objectId);
    }
    return resolveForPipeline(ref, async (name) => {
      const id = await readRefFile(place.directory, name);
      return id === null ? null : this.commit(repository, id);
    });
  }

  /** The definition at a commit, where the project has it; null without one (contract: triggers §5). */
  async definitionOf(
    repository: Repository,
    commit: Commit,
    configPath: string | null,
  ): Promise<CommittedDefinition | null> {
    const key = `${repository.id} ${commit.id} ${configPath ?? ''}`;
    const known = this.definitions.get(key);
    if (known) {
      return known;
    }
    const paths = configPath ? [configPath] : DEFAULT_PATHS;
    const found = await this.reads.open(repository, null, (session) => readAt(session, commit, paths));
    if (found && found.bytes <= MOST_KEPT_BYTES) {
      this.definitions.set(key, found.definition);
    }
    return found?.definition ?? null;
  }

  /** A pushed ref with the commit that it was pushed with. Throws 400 when that is gone. */
  private async pinned(repository: Repository, text: string, objectId: string): Promise<PipelineRef> {
    const named = readRef(text);
    const commit = named && (await this.commit(repository, objectId));
    if (!commit) {
      throw refNotFound();
    }
    return { ...named, commit };
  }

  private async commit(repository: Repository, id: string): Promise<Commit | null> {
    const key = `${repository.id} ${id}`;
    const known = this.commits.get(key);
    const commit = known ?? (await this.reads.commit(repository, id));
    if (commit) {
      this.commits.set(key, commit);
    }
    return commit;
  }
}

async function readAt(session: ReadSession, commit: Commit, paths: readonly string[]) {
  let bytes = 0;
  const readFile = async (path: string): Promise<string | null> => {
    const content = await session.fileAt(commit, path);
    bytes += content?.length ?? 0;
    return content?.toString('utf8') ?? null;
  };
  for (const path of paths) {
    const text = await readFile(path);
    if (text !== null) {
      const definition: CommittedDefinition = { path, read: await readDefinition(path, text, readFile) };
      return { definition, bytes };
    }
  }
  return null;
}
