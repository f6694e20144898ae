import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import { Env } from '../../../platform/config/env.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import type { ReadSession } from '../../repositories/reads/read-session.js';
import { RepositoryReadsService } from '../../repositories/reads/repository-reads.service.js';
import { RepositoriesService } from '../../repositories/storages/repositories.service.js';
import { DefinitionEvaluationService } from '../definition/evaluation/definition-evaluation.service.js';
import type { Evaluation } from '../definition/evaluation/definition-evaluation.service.js';
import type { JobSummary } from '../definition/evaluation/definition-task.js';
import { predefined } from '../variables/predefined.js';
import { PipelineFactsRepository } from './pipeline-facts.repository.js';
import type { PipelineProject } from './pipeline-facts.repository.js';
import { resolveForPipeline } from './pipeline-ref.js';
import type { PipelineRef } from './pipeline-ref.js';
import { PipelineSourcesService } from './pipeline-sources.service.js';

/** The result of linting a definition (contract: triggers §16.8). */
export interface LintResult {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly jobs: readonly JobSummary[];
  /** Null for a definition that cannot be read, or that would be too large. */
  readonly merged: string | null;
}

const FILE = '.ci.yml';
const FILTERED_OUT = 'Pipeline filtered out by workflow rules.';
const TOO_LARGE = 'The merged file is larger than 8 MiB and not shown.';

/** Evaluates definitions that are not committed yet, as for a push to a ref (contract: triggers §16.8). */
@Injectable()
export class PipelineLintService {
  constructor(
    private readonly facts: PipelineFactsRepository,
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
    private readonly sources: PipelineSourcesService,
    private readonly evaluation: DefinitionEvaluationService,
    private readonly env: Env,
  ) {}

  /** `refText` null means the default branch, which need not exist. Throws 400 for an unknown ref, 503. */
  async lint(projectId: number, text: string, refText: string | null, userId: number): Promise<LintResult> {
    const project = await this.facts.findProject(projectId);
    if (!project) {
      throw notFound('Project');
    }
    const path = project.ciConfigPath ?? FILE;
    const repository = await this.repositories.getCode(projectId);
    const ref = await this.reads.open(repository, null, (session) => refOf(session, project, refText));
    const subject = await this.subjectOf(project, ref, userId);
    const task = { keys: null, path, subject, wants: 'merged file' } as const;
    return presented(
      await this.evaluation.evaluate(projectId, task, async (file) => {
        const isCommitted = file !== path && ref !== null;
        return isCommitted ? this.sources.fileAt(repository, ref.commit, file) : file === path ? { text } : 'missing';
      }),
    );
  }

  private async subjectOf(project: PipelineProject, found: PipelineRef | null, userId: number) {
    const name = project.defaultBranch ?? 'main';
    const ref = found ?? { kind: 'branch' as const, name, commit: { id: NULL_ID, message: '' } };
    const actor = await this.facts.findActor(userId);
    const circumstances = { order: { source: 'push' as const }, project, ref, isProtected: false, actor };
    return {
      ref: ref.name,
      isTag: ref.kind === 'tag',
      source: 'push' as const,
      predefined: predefined(circumstances, this.env),
      outer: new Map<string, string>(),
    };
  }
}

function refOf(session: ReadSession, project: PipelineProject, text: string | null): Promise<PipelineRef | null> {
  const commitAt = (name: string): Promise<Commit | null> => session.commit(name);
  return text === null
    ? resolveForPipeline(`refs/heads/${project.defaultBranch ?? 'main'}`, commitAt).catch(() => null)
    : resolveForPipeline(text, commitAt);
}

function presented(evaluation: Evaluation): LintResult {
  if (evaluation.is !== 'evaluated') {
    return { errors: [evaluation.error], warnings: [], jobs: [], merged: null };
  }
  const { summaries, error, merged, warnings } = evaluation;
  return {
    errors: error === null ? [] : [error],
    warnings: [...warnings, ...(summaries ? [] : [FILTERED_OUT]), ...(merged === null ? [TOO_LARGE] : [])],
    jobs: summaries ?? [],
    merged,
  };
}
