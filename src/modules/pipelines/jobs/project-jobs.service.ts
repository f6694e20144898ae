import { Injectable } from '@nestjs/common';
import { forbidden, notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import { CiJobRecordsRepository } from '../records/ci-job-records.repository.js';
import type { JobFilter } from '../records/ci-job-records.repository.js';
import type { CiJob } from './ci-job.js';
import { PipelineRightsService } from '../creation/pipeline-rights.service.js';
import { JobMovesService } from '../processing/job-moves.service.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';
import { possibleMoves } from './job-move.js';
import type { JobMove } from './job-move.js';

/** The jobs of a project (contract: triggers §7). */
@Injectable()
export class ProjectJobsService {
  constructor(
    private readonly records: CiJobRecordsRepository,
    private readonly moves: JobMovesService,
    private readonly rights: PipelineRightsService,
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

  /** Returns the new job. */
  async retry(project: Project, id: number, caller: Caller): Promise<CiJob> {
    const job = await this.changeable(project, id, caller);
    return this.get(project, await this.moves.retry(job, caller.userId));
  }

  async play(project: Project, id: number, variables: Readonly<Record<string, string>>, caller: Caller) {
    const job = await this.changeable(project, id, caller);
    await this.moves.play(job, caller.userId, variables);
    return this.get(project, id);
  }

  /** Erases the log and the artifacts, for Maintainers and for the job's own user. Throws 403, 404. */
  async erase(project: Project, id: number, caller: Caller): Promise<CiJob> {
    const job = await this.get(project, id);
    if (!mayErase(project, job, caller)) {
      throw forbidden();
    }
    refuseArchived(project);
    await this.moves.erase(job);
    return this.get(project, id);
  }

  /** The actions that the caller may take on the job in its current state, for pages. */
  async movesFor(project: Project, job: CiJob, caller: Caller): Promise<readonly JobMove[]> {
    if (project.archived || !caller.isAtLeast(Role.Developer, levelOf(project))) {
      return [];
    }
    const mayChange = await this.rights.mayChange(project, job, caller);
    return possibleMoves(job).filter((move) => (move === 'erase' ? mayErase(project, job, caller) : mayChange));
  }

  /** Returns a job whose ref the caller may push to, as for the whole pipeline (contract: triggers §4). */
  private async changeable(project: Project, id: number, caller: Caller): Promise<CiJob> {
    const job = await this.get(project, id);
    refuseArchived(project);
    if (!(await this.rights.mayChange(project, job, caller))) {
      throw forbidden();
    }
    return job;
  }
}

const mayErase = (project: Project, { userId }: CiJob, caller: Caller): boolean =>
  userId === caller.userId || caller.isAtLeast(Role.Maintainer, levelOf(project));
