import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { forbidden, notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import { CiJobRecords } from '../../../core/pipelines/ci-job-records.repository.js';
import type { JobFilter } from '../../../core/pipelines/ci-job-records.repository.js';
import type { CiJob } from '../../../core/pipelines/ci-job.js';
import { PipelineRights } from '../../../core/pipelines/creation/pipeline-rights.service.js';
import { JobMoves } from '../../../core/pipelines/job-moves.service.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';

/** The jobs of a project (contract: triggers §7). */
@Injectable()
export class ProjectJobs {
  constructor(
    private readonly records: CiJobRecords,
    private readonly moves: JobMoves,
    private readonly rights: PipelineRights,
  ) {}

  list(project: Project, filter: JobFilter, page: PageRequest): Promise<Page<CiJob>> {
    return this.records.ofProject(project.id, filter, page);
  }

  ofPipeline(pipelineId: number, filter: JobFilter, page: PageRequest): Promise<Page<CiJob>> {
    return this.records.ofPipeline(pipelineId, filter, page);
  }

  /** Throws 404, also for a job of another project. */
  async get(project: Pick<Project, 'id'>, id: number): Promise<CiJob> {
    const job = await this.records.find(project.id, id);
    if (!job) {
      throw notFound('Job');
    }
    return job;
  }

  async cancel(project: Project, id: number, caller: Caller): Promise<CiJob> {
    await this.moves.cancel(await this.changeable(project, id, caller));
    return this.get(project, id);
  }

  /** Answers the new job. */
  async retry(project: Project, id: number, caller: Caller): Promise<CiJob> {
    const job = await this.changeable(project, id, caller);
    return this.get(project, await this.moves.retry(job, caller.userId));
  }

  async play(project: Project, id: number, variables: Readonly<Record<string, string>>, caller: Caller) {
    const job = await this.changeable(project, id, caller);
    await this.moves.play(job, caller.userId, variables);
    return this.get(project, id);
  }

  /** Takes log and artifacts away, for Maintainers and for the job's own user. Throws 403, 404. */
  async erase(project: Project, id: number, caller: Caller): Promise<CiJob> {
    const job = await this.get(project, id);
    if (job.userId !== caller.userId && !caller.isAtLeast(Role.Maintainer, levelOf(project))) {
      throw forbidden();
    }
    refuseArchived(project);
    await this.moves.erase(job);
    return this.get(project, id);
  }

  /** A job on a ref that the caller may push to, as for the whole pipeline (contract: triggers §4). */
  private async changeable(project: Project, id: number, caller: Caller): Promise<CiJob> {
    const job = await this.get(project, id);
    refuseArchived(project);
    const standing = { level: levelOf(project), isAdmin: caller.isAdmin };
    const ref = { kind: job.isTag ? 'tag' : 'branch', name: job.ref } as const;
    await this.rights.judgeRef(project.id, ref, standing).catch((error: unknown) => {
      throw error instanceof ApiError ? forbidden() : error;
    });
    return job;
  }
}
