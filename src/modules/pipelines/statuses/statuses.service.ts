import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID, notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';
import { PipelineProcessingService } from '../processing/pipeline-processing.service.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import type { CommitStatus, StatusFilters, StatusReport, StatusState, StatusSubject } from './commit-status.js';
import { ExternalPipelinesService } from './external-pipelines.service.js';
import { StatusRefsService } from './status-refs.service.js';
import { StatusesRepository } from './statuses.repository.js';

const UNFINISHED: readonly StatusState[] = ['pending', 'running'];

/** Results of external CI (contract: triggers §10). */
@Injectable()
export class StatusesService {
  constructor(
    private readonly statuses: StatusesRepository,
    private readonly refs: StatusRefsService,
    private readonly pipelines: PipelinesRepository,
    private readonly external: ExternalPipelinesService,
    private readonly processing: PipelineProcessingService,
    private readonly database: Database,
  ) {}

  /** Throws 404 for an unknown commit. */
  async list(project: Project, sha: string, filters: StatusFilters, page: PageRequest): Promise<Page<CommitStatus>> {
    return this.statuses.page(project.id, await this.refs.commitId(project, sha), filters, page);
  }

  /** Throws 404 for anything unknown, 400 for a pipeline of another commit. */
  async report(
    project: Project,
    sha: string,
    { ref, pipelineId }: { readonly ref: string | undefined; readonly pipelineId: number | undefined },
    report: StatusReport,
    { userId }: Caller,
  ): Promise<CommitStatus> {
    const subject = await this.refs.subjectOf(project, sha, ref);
    refuseArchived(project);
    return this.database.transaction(async (tx) => {
      await this.statuses.lock(subject);
      const known = pipelineId === undefined ? null : await this.given(subject, pipelineId);
      const held = known ?? (await this.statuses.findPipelineId(subject));
      const id = held ?? (await this.external.create(tx, subject, userId));
      const statusId = await this.processing.change(id, () => this.write(subject, id, userId, report));
      return this.get(statusId ?? 0);
    });
  }

  private async given({ projectId, sha }: StatusSubject, id: number): Promise<number> {
    const pipeline = await this.pipelines.find(projectId, id);
    if (!pipeline) {
      throw notFound('Pipeline');
    }
    if (pipeline.sha !== sha) {
      throw invalidField('pipeline_id', IS_INVALID);
    }
    return pipeline.id;
  }

  /**
   * Advances an unfinished status; a report of the same state only updates its fields, and a report after the end
   * starts a new status.
   */
  private async write(
    subject: StatusSubject,
    pipelineId: number,
    userId: number,
    report: StatusReport,
  ): Promise<number> {
    const current = await this.statuses.findCurrent(pipelineId, report.name);
    const isSame = current?.status === report.state;
    if (!current || !(isSame || UNFINISHED.includes(current.status))) {
      await (current && this.statuses.retire(current.id));
      return this.statuses.insert(subject, pipelineId, userId, report);
    }
    if (!isSame) {
      await this.statuses.move(current.id, report.state);
    }
    await this.statuses.describe(current.id, report);
    return current.id;
  }

  private async get(id: number): Promise<CommitStatus> {
    const status = await this.statuses.find(id);
    if (!status) {
      throw notFound('Pipeline'); // it was deleted at the same moment
    }
    return status;
  }
}
