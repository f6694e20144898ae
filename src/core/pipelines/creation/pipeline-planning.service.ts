import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { Env } from '../../../platform/config/env.js';
import { refuseArchived } from '../../projects/archived.js';
import type { ReadSession } from '../../repositories/reads/read-session.js';
import { RepositoryReads } from '../../repositories/reads/repository-reads.service.js';
import { RepositoriesService } from '../../repositories/repositories.service.js';
import { readDefinition } from '../definition/read-definition.js';
import { judgeJobs, layered, missingNeeds } from '../definition/selection.js';
import type { SelectionSubject } from '../definition/selection.js';
import type { PipelineVariable } from '../pipeline.js';
import { CiVariablesRepository } from '../variables/ci-variables.repository.js';
import { predefined } from '../variables/predefined.js';
import { PipelineFactsRepository } from './pipeline-facts.repository.js';
import type { PipelineProject } from './pipeline-facts.repository.js';
import type { PipelineOrder } from './pipeline-order.js';
import type { PipelinePlan } from './pipeline-plan.js';
import { pinned, resolveForPipeline } from './pipeline-ref.js';
import type { PipelineRef } from './pipeline-ref.js';
import {
  duplicateVariable,
  filteredOut,
  jobsDisabled,
  noDefinition,
  noJobs,
  refNotFound,
} from './pipeline-refusals.js';
import { PipelineRights } from './pipeline-rights.service.js';
import type { Maker } from './pipeline-rights.service.js';

const DEFAULT_PATHS = ['.ci.yml', '.gitlab-ci.yml']; // contract: triggers §5
export const PAYLOAD_VARIABLE = 'TRIGGER_PAYLOAD';

/** Says what a pipeline would be, or why there would be none; nothing is written (contract: triggers §3). */
@Injectable()
export class PipelinePlanning {
  constructor(
    private readonly facts: PipelineFactsRepository,
    private readonly rights: PipelineRights,
    private readonly variables: CiVariablesRepository,
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReads,
    private readonly env: Env,
  ) {}

  /** Throws the refusals of the contract in their order, but for that of a bad definition, which is part of the plan. */
  async plan(order: PipelineOrder): Promise<PipelinePlan> {
    const project = await this.getProject(order.projectId);
    const maker = await this.rights.getMaker(project.id, order.userId);
    const repository = await this.repositories.getCode(project.id);
    const plan = await this.reads.open(repository, null, (session) => this.planOn(session, order, project, maker));
    if (!plan) {
      throw refNotFound();
    }
    return plan;
  }

  private async getProject(id: number): Promise<PipelineProject> {
    const project = await this.facts.findProject(id);
    if (!project) {
      throw notFound('Project');
    }
    refuseArchived(project);
    if (!project.jobsEnabled) {
      throw jobsDisabled();
    }
    return project;
  }

  private async planOn(
    session: ReadSession,
    order: PipelineOrder,
    project: PipelineProject,
    { actor, standing }: Maker,
  ): Promise<PipelinePlan> {
    const ref =
      order.objectId === undefined
        ? await resolveForPipeline(session, order.ref)
        : await pinned(session, order.ref, order.objectId);
    const isProtected = await this.rights.judgeRef(project.id, ref, standing);
    refuseDuplicates(order.variables);
    const file = await findDefinition(session, project, ref);
    const outer = await this.outerVariables(project, isProtected, order.variables);
    const subject = {
      ref: ref.name,
      isTag: ref.kind === 'tag',
      source: order.source,
      predefined: predefined({ order, project, ref, isProtected, actor }, this.env),
      outer,
    };
    return { project, ref, isProtected, configPath: file.path, ...(await judged(session, file, ref, subject)) };
  }

  /** Values that beat those of the file (contract: triggers §11). */
  private async outerVariables(project: PipelineProject, isProtected: boolean, own: readonly PipelineVariable[]) {
    const kept = await this.variables.reaching(project.id, project.groupIds);
    const reaching = kept.filter((variable) => isProtected || !variable.isProtected);
    const everywhere = reaching.filter(({ environmentScope }) => environmentScope === '*');
    return layered(
      new Map(everywhere.map(({ key, value }) => [key, value])),
      new Map(own.map(({ key, value }) => [key, value])),
    );
  }
}

interface DefinitionFile {
  readonly path: string;
  readonly text: string;
}

async function findDefinition(
  session: ReadSession,
  { ciConfigPath }: PipelineProject,
  { commit }: PipelineRef,
): Promise<DefinitionFile> {
  for (const path of ciConfigPath ? [ciConfigPath] : DEFAULT_PATHS) {
    const content = await session.fileAt(commit, path);
    if (content) {
      return { path, text: content.toString('utf8') };
    }
  }
  throw noDefinition();
}

async function judged(session: ReadSession, file: DefinitionFile, { commit }: PipelineRef, subject: SelectionSubject) {
  const read = await readDefinition(file.path, file.text, async (path) => {
    const content = await session.fileAt(commit, path);
    return content?.toString('utf8') ?? null;
  });
  if (!read.ok) {
    return { error: read.error };
  }
  const { stages, workflow } = read.definition;
  const jobs = judgeJobs(read.definition, subject);
  if (!jobs) {
    throw filteredOut();
  }
  const error = missingNeeds(jobs);
  if (error !== null) {
    return { error };
  }
  if (!jobs.some(({ isIncluded }) => isIncluded)) {
    throw noJobs();
  }
  return { error: null, stages, name: workflow.name, jobs };
}

function refuseDuplicates(variables: readonly PipelineVariable[]): void {
  const seen = new Set([PAYLOAD_VARIABLE]);
  for (const { key } of variables) {
    if (seen.has(key)) {
      throw duplicateVariable(key);
    }
    seen.add(key);
  }
}
