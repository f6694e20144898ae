import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import { Env } from '../../../platform/config/env.js';
import { NULL_ID } from '../../../platform/git/git-place.js';
import type { ReadSession } from '../../repositories/reads/read-session.js';
import { RepositoryReads } from '../../repositories/reads/repository-reads.service.js';
import { RepositoriesService } from '../../repositories/repositories.service.js';
import { mergedDefinition, readDefinition } from '../definition/read-definition.js';
import type { ReadFile } from '../definition/includes.js';
import { judgeJobs, missingNeeds } from '../definition/selection.js';
import type { JudgedJob } from '../definition/selection.js';
import { predefined } from '../variables/predefined.js';
import { PipelineFactsRepository } from './pipeline-facts.repository.js';
import type { PipelineProject } from './pipeline-facts.repository.js';
import { resolveForPipeline } from './pipeline-ref.js';
import type { PipelineRef } from './pipeline-ref.js';

/** What is to be said of a definition (contract: triggers §16.8). */
export interface LintResult {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly jobs: readonly JudgedJob[];
  /** Null for a definition that cannot be read. */
  readonly merged: string | null;
}

const FILE = '.ci.yml';

interface LintedFile {
  readonly path: string;
  readonly text: string;
  readonly readFile: ReadFile;
}

/** Reads definitions that are not committed yet, as a push to a ref would (contract: triggers §16.8). */
@Injectable()
export class PipelineLint {
  constructor(
    private readonly facts: PipelineFactsRepository,
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReads,
    private readonly env: Env,
  ) {}

  /** `refText` null: the default branch, which need not be there. Throws 400 for an unknown ref. */
  async lint(projectId: number, text: string, refText: string | null, userId: number): Promise<LintResult> {
    const project = await this.facts.findProject(projectId);
    if (!project) {
      throw notFound('Project');
    }
    const path = project.ciConfigPath ?? FILE;
    const repository = await this.repositories.getCode(projectId);
    const empty = { path, text, readFile: () => Promise.resolve(null) };
    const result = await this.reads.open(repository, null, async (session) => {
      const ref = await refOf(session, project, refText);
      return this.judge({ path, text, readFile: fileReader(session, ref) }, project, ref, userId);
    });
    return result ?? this.judge(empty, project, null, userId);
  }

  private async judge(
    { path, text, readFile }: LintedFile,
    project: PipelineProject,
    ref: PipelineRef | null,
    userId: number,
  ): Promise<LintResult> {
    const read = await readDefinition(path, text, readFile);
    if (!read.ok) {
      return { errors: [read.error], warnings: [], jobs: [], merged: null };
    }
    const merged = await mergedDefinition(path, text, readFile);
    const jobs = judgeJobs(read.definition, await this.subjectOf(project, ref, userId));
    if (!jobs) {
      return { errors: [], warnings: ['Pipeline filtered out by workflow rules.'], jobs: [], merged };
    }
    const missing = missingNeeds(jobs);
    return { errors: missing === null ? [] : [missing], warnings: [], jobs, merged };
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

const fileReader =
  (session: ReadSession, ref: PipelineRef | null): ReadFile =>
  async (path) =>
    (ref && (await session.fileAt(ref.commit, path)))?.toString('utf8') ?? null;
