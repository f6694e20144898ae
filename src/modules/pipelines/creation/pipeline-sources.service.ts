import { Injectable } from '@nestjs/common';
import { LruMap } from '../../../common/cache/lru-map.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import { KeptCommits } from '../../../platform/git/kept-commits.js';
import { readRefFile } from '../../../platform/git/ref-files.js';
import { RepositoryReadsService } from '../../repositories/reads/repository-reads.service.js';
import type { ReadSession } from '../../repositories/reads/read-session.js';
import { RepositoriesService } from '../../repositories/storages/repositories.service.js';
import type { Repository } from '../../repositories/repository.js';
import { readRef } from '../../../platform/git/ref-names.js';
import { DefinitionEvaluationService } from '../definition/evaluation/definition-evaluation.service.js';
import type { Evaluation } from '../definition/evaluation/definition-evaluation.service.js';
import { MAX_FILE_BYTES } from '../definition/includes.js';
import type { DefinitionFile } from '../definition/includes.js';
import type { SelectionSubject } from '../definition/selection.js';
import type { PipelineProject } from './pipeline-facts.repository.js';
import type { PipelineOrder } from './pipeline-order.js';
import { resolveForPipeline } from './pipeline-ref.js';
import type { PipelineRef } from './pipeline-ref.js';
import { refNotFound } from './pipeline-refusals.js';

const DEFAULT_PATHS = ['.ci.yml', '.gitlab-ci.yml']; // contract: triggers §5
const KEPT_DEFINITIONS = 1000;

/** Where a commit has its definition, and what is wrong with it whatever it is evaluated for. */
interface KnownDefinition {
  readonly path: string;
  readonly error: string | null;
}

/** A project that says where its definition lies. */
type DefiningProject = Pick<PipelineProject, 'id' | 'ciConfigPath'>;

/** A definition file as it was committed, and what it makes of a pipeline. */
export interface CommittedDefinition {
  readonly path: string;
  readonly evaluation: Evaluation;
}

/**
 * What pipelines are made from: a ref's commit, and the definition in it. Both are asked for again and again and are
 * never changed by anybody, so they are kept by their ids; only what a ref holds is read each time.
 */
@Injectable()
export class PipelineSourcesService {
  private readonly commits = new KeptCommits();
  private readonly definitions = new LruMap<string, KnownDefinition>(KEPT_DEFINITIONS);

  constructor(
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
    private readonly evaluation: DefinitionEvaluationService,
  ) {}

  /** The ref that an order names, with its commit. Throws 400 for none and for two of that name (contract: triggers §3.4). */
  async refOf(
    repository: Repository,
    { ref, objectId }: Pick<PipelineOrder, 'ref' | 'objectId'>,
  ): Promise<PipelineRef> {
    if (objectId !== undefined) {
      return this.pinned(repository, ref, objectId);
    }
    const gitDir = await this.repositories.findDirectory(repository);
    if (!gitDir) {
      throw refNotFound();
    }
    return resolveForPipeline(ref, async (name) => {
      const id = await readRefFile(gitDir.path, name);
      return id === null ? null : this.commit(repository, id);
    });
  }

  /** Whether the commit of an object has a definition, be it a bad one (contract: triggers §5). */
  hasDefinition(repository: Repository, objectId: string, project: DefiningProject): Promise<boolean> {
    return this.reads.open(repository, false, async (session) => {
      const commit = await session.commit(objectId);
      if (!commit) {
        return false;
      }
      const isKnown = this.definitions.get(keyOf(repository, commit, project)) !== undefined;
      return isKnown || (await pathIn(session, commit, project)) !== null;
    });
  }

  /** What the definition at a commit makes of a pipeline; null without one (contract: triggers §5). Throws 503. */
  async definitionOf(
    repository: Repository,
    commit: Commit,
    project: DefiningProject,
    subject: SelectionSubject,
  ): Promise<CommittedDefinition | null> {
    const key = keyOf(repository, commit, project);
    const known = this.definitions.get(key);
    const path =
      known?.path ?? (await this.reads.open(repository, null, (session) => pathIn(session, commit, project)));
    if (path === null) {
      return null;
    }
    if (known && known.error !== null) {
      return { path, evaluation: { is: 'bad', error: known.error } };
    }
    const task = { key, path, subject, wants: 'jobs' } as const;
    const evaluation = await this.evaluation.evaluate(project.id, task, (file) =>
      this.fileAt(repository, commit, file),
    );
    this.definitions.set(key, { path, error: evaluation.is === 'bad' ? evaluation.error : null });
    return { path, evaluation };
  }

  /** A file that a definition is made of. No git process is held longer than for this one. */
  fileAt(repository: Repository, commit: Commit, path: string): Promise<DefinitionFile> {
    return this.reads.open(repository, 'missing', (session) => fileOf(session, commit, path));
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
      this.commits.note(key, commit);
    }
    return commit;
  }
}

const keyOf = (repository: Repository, commit: Commit, { ciConfigPath }: DefiningProject): string =>
  `${repository.id} ${commit.id} ${ciConfigPath ?? ''}`;

/** The first of the project's paths where the commit has a file. */
async function pathIn(session: ReadSession, commit: Commit, { ciConfigPath }: DefiningProject): Promise<string | null> {
  for (const path of ciConfigPath ? [ciConfigPath] : DEFAULT_PATHS) {
    if ((await session.entryAt(commit, path))?.type === 'blob') {
      return path;
    }
  }
  return null;
}

async function fileOf(session: ReadSession, commit: Commit, path: string): Promise<DefinitionFile> {
  const entry = await session.entryAt(commit, path);
  const blob = entry?.type === 'blob' ? await session.blob(entry.id, MAX_FILE_BYTES) : null;
  if (!blob) {
    return 'missing';
  }
  return blob.size > MAX_FILE_BYTES ? 'too large' : { text: blob.content.toString('utf8') };
}
