import { Injectable } from '@nestjs/common';
import type { CiJob } from '../jobs/ci-job.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { RepositoryReadsService } from '../../repositories/reads/repository-reads.service.js';
import { RepositoriesService } from '../../repositories/storages/repositories.service.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import type { Safe } from '../../../platform/views/html.js';
import { ProjectJobsService } from '../jobs/project-jobs.service.js';
import { JobLogsService } from '../logs/job-logs.service.js';
import type { ShownLog } from './job-log.section.js';
import { jobPage } from './job.page.js';

/** Of longer logs, only the end is shown. */
const SHOWN_BYTES = 256 * 1024;

/** Gathers the content of a job's page. */
@Injectable()
export class JobPagesService {
  constructor(
    private readonly jobs: ProjectJobsService,
    private readonly logs: JobLogsService,
    private readonly users: UsersRepository,
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
  ) {}

  /** Throws 404. */
  async show(context: ProjectPageContext, id: number, { caller, frame }: WebContext): Promise<Safe> {
    const job = await this.jobs.get(context.project, id);
    const [user, commit, log, moves] = await Promise.all([
      job.userId === null ? null : this.users.find(job.userId),
      this.commitOf(job),
      this.logOf(job),
      this.jobs.movesFor(context.project, job, caller),
    ]);
    return jobPage({ context, job, user, commit, log, moves }, frame);
  }

  private async commitOf({ projectId, sha }: CiJob) {
    return this.reads.commit(await this.repositories.getCode(projectId), sha);
  }

  private async logOf({ id }: CiJob): Promise<ShownLog> {
    const log = await this.logs.open(id);
    const text = (await this.logs.tail(log, SHOWN_BYTES)).toString('utf8');
    const isCut = log.size > SHOWN_BYTES;
    return { text: isCut ? text.slice(text.indexOf('\n') + 1) : text, size: log.size, isCut };
  }
}
