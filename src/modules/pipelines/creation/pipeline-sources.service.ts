import { Injectable } from '@nestjs/common';
import { LruMap } from '../../../common/cache/lru-map.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import { readRefFile } from '../../../platform/git/ref-files.js';
import { RepositoryReadsService } from '../../repositories/reads/repository-reads.service.js';
import type { ReadSession } from '../../repositories/reads/read-session.js';
import type { Repository } from '../../repositories/repository.js';
import { readRef } from '../../../platform/git/ref-names.js';
import { DefinitionEvaluationService } from '../definition/evaluation/definition-evaluation.service.js';
import type { Evaluation } from '../definition/evaluation/definition-evaluation.service.js';
import { MAX_FILE_BYTES } from '../definition/includes.js';
import type { DefinitionFile } from '../definition/includes.js';
import type { SelectionSubject } from '../definition/selection.js';
import { definitionIn } from './definition-path.js';
import type { DefiningProject, FoundDefinition } from './definition-path.js';
import type { PipelineProject } from './pipeline-facts.repository.js';
import type { PipelineOrder } from './pipeline-order.js';
import { resolveForPipeline } from './pipeline-ref.js';
import type { PipelineRef } from './pipeline-ref.js';
import { refNotFound } from './pipeline-refusals.js';

const KEPT_DEFINITIONS = 1000;

interface KnownDefinition extends FoundDefinition {
  /** An error that does not depend on what the definition is evaluated for. */
  readonly error: string | null;
}

/** A committed definition file with its evaluation for a pipeline. */
export interface CommittedDefinition {
  readonly path: string;
  readonly evaluation: Evaluation;
}

/**
 * The sources of pipelines: a ref's commit, and the definition in it. The location of a commit's definition is read
 * often and never changes, so it is cached; refs are read each time.
 */
@Injectable()
export class PipelineSourcesService {
  private readonly definitions = new LruMap<string, KnownDefinition>(KEPT_DEFINITIONS);

  constructor(
    private readonly reads: RepositoryReadsService,
    private readonly evaluation: DefinitionEvaluationService,
  ) {}

  /**
   * Returns the ref that an order names, with its commit. Throws 400 if there is none, or two with that name (contract:
   * triggers §3.4).
   */
  async refOf(
    repository: Repository,
    { ref, objectId }: Pick<PipelineOrder, 'ref' | 'objectId'>,
  ): Promise<PipelineRef> {
    const found = await this.reads.open(repository, null, (session, gitDir) =>
      objectId === undefined
        ? resolveForPipeline(ref, async (name) => {
            const id = await readRefFile(gitDir.path, name);
            return id === null ? null : session.commit(id);
          })
        : pinned(session, ref, objectId),
    );
    if (!found) {
      throw refNotFound();
    }
    return found;
  }

  /** Whether an object's commit has a definition, even a bad one (contract: triggers §5). */
  hasDefinition(repository: Repository, objectId: string, project: DefiningProject): Promise<boolean> {
    return this.reads.open(repository, false, async (session) => {
      const commit = await session.commit(objectId);
      return (
        commit !== null && (await this.findIn(session, keyOf(repository, commit, project), commit, project)) !== null
      );
    });
  }

  /** Evaluates the definition of a commit for a pipeline; null if there is none (contract: triggers §5). Throws 503. */
  async definitionOf(
    repository: Repository,
    commit: Commit,
    project: Pick<PipelineProject, 'id' | 'ciConfigPath'>,
    subject: SelectionSubject,
  ): Promise<CommittedDefinition | null> {
    const key = keyOf(repository, commit, project);
    const found =
      this.definitions.get(key) ??
      (await this.reads.open(repository, null, (session) => this.findIn(session, key, commit, project)));
    if (!found) {
      return null;
    }
    const { path, fileId, error } = found;
    if (error !== null) {
      return { path, evaluation: { is: 'bad', error } };
    }
    const keys = { file: `${repository.id} ${fileId} ${path}`, files: `${repository.id} ${commit.id} ${path}` };
    const evaluation = await this.evaluation.evaluate(project.id, { keys, path, subject, wants: 'jobs' }, (file) =>
      this.fileAt(repository, commit, file),
    );
    if (evaluation.is === 'bad') {
      this.definitions.set(key, { path, fileId, error: evaluation.error });
    }
    return { path, evaluation };
  }

  /** Reads one file of a definition. A git process is held only while the file is read. */
  fileAt(repository: Repository, commit: Commit, path: string): Promise<DefinitionFile> {
    return this.reads.open(repository, 'missing', (session) => fileOf(session, commit, path));
  }

  private async findIn(
    session: ReadSession,
    key: string,
    commit: Commit,
    project: DefiningProject,
  ): Promise<KnownDefinition | null> {
    const known = this.definitions.get(key);
    if (known) {
      return known;
    }
    const found = await definitionIn(session, commit, project);
    if (!found) {
      return null;
    }
    const definition = { ...found, error: null };
    this.definitions.set(key, definition);
    return definition;
  }
}

/** A pushed ref with the commit that was pushed; null if the commit no longer exists. */
async function pinned(session: ReadSession, text: string, objectId: string): Promise<PipelineRef | null> {
  const named = readRef(text);
  const commit = named && (await session.commit(objectId));
  return commit ? { ...named, commit } : null;
}

const keyOf = (repository: Repository, commit: Commit, { ciConfigPath }: DefiningProject): string =>
  `${repository.id} ${commit.id} ${ciConfigPath ?? ''}`;

async function fileOf(session: ReadSession, commit: Commit, path: string): Promise<DefinitionFile> {
  const entry = await session.entryAt(commit, path);
  const blob = entry?.type === 'blob' ? await session.blob(entry.id, MAX_FILE_BYTES) : null;
  if (!blob) {
    return 'missing';
  }
  return blob.size > MAX_FILE_BYTES ? 'too large' : { text: blob.content.toString('utf8') };
}
