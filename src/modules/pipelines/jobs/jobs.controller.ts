import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { JobLogsService } from '../logs/job-logs.service.js';
import { sendLog } from '../logs/send-log.js';
import { PipelineProjectResolver } from '../project-pipelines/pipeline-project.resolver.js';
import { jobFilter, ListJobsQuery, PlayJobInput, readPlayVariables } from './jobs.dto.js';
import { JobViewsService } from './job-views.service.js';
import { JobSchema } from './job.presenter.js';
import { ProjectJobsService } from './project-jobs.service.js';
import { inRanges, PlainText } from '../../../common/wire/wire-types.js';

const FOR_READERS = { on: PipelineProjectResolver, anonymous: true };
const FOR_DEVELOPERS = { on: 'project', role: Role.Developer } as const;

/** Contract: triggers §7. */
@Controller('projects/:id/jobs')
export class JobsController {
  constructor(
    private readonly jobs: ProjectJobsService,
    private readonly views: JobViewsService,
    private readonly logs: JobLogsService,
  ) {}

  @Get()
  @Allow(FOR_READERS)
  @Answers([JobSchema])
  async list(@Target() project: Project, @Paging() page: PageRequest, @Input() query: ListJobsQuery) {
    return this.views.page(await this.jobs.list(project, jobFilter(query), page));
  }

  @Get(':job_id')
  @Allow(FOR_READERS)
  @Answers(JobSchema)
  async show(@Target() project: Project, @IdParam('job_id') id: number) {
    return this.views.one(await this.jobs.get(project, id));
  }

  @Get(':job_id/trace')
  @Allow(FOR_READERS)
  @Answers(inRanges(PlainText))
  async trace(
    @Target() project: Project,
    @IdParam('job_id') id: number,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    const job = await this.jobs.get(project, id);
    await sendLog(request, response, await this.logs.open(job.id), this.logs);
  }

  @Post(':job_id/cancel')
  @Allow(FOR_DEVELOPERS)
  @Answers(JobSchema)
  async cancel(@Target() project: Project, @Me() me: Caller, @IdParam('job_id') id: number) {
    return this.views.one(await this.jobs.cancel(project, id, me));
  }

  @Post(':job_id/retry')
  @Allow(FOR_DEVELOPERS)
  @Answers(JobSchema)
  async retry(@Target() project: Project, @Me() me: Caller, @IdParam('job_id') id: number) {
    return this.views.one(await this.jobs.retry(project, id, me));
  }

  @Post(':job_id/play')
  @Allow(FOR_DEVELOPERS)
  @Answers(JobSchema)
  async play(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('job_id') id: number,
    @Input() { job_variables_attributes: sent }: PlayJobInput,
  ) {
    return this.views.one(await this.jobs.play(project, id, readPlayVariables(sent) ?? {}, me));
  }

  @Post(':job_id/erase')
  @Allow(FOR_DEVELOPERS)
  @Answers(JobSchema)
  async erase(@Target() project: Project, @Me() me: Caller, @IdParam('job_id') id: number) {
    return this.views.one(await this.jobs.erase(project, id, me));
  }
}
