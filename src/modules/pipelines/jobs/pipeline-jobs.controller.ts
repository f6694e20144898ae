import { Controller, Get } from '@nestjs/common';
import { pageOf } from '../../../common/pagination/page-of.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { IdParam, Input, Paging, Target } from '../../../core/access/request.decorators.js';
import type { Project } from '../../../core/projects/project.js';
import { PipelineProjectResolver } from '../project-pipelines/pipeline-project.resolver.js';
import { ProjectPipelinesService } from '../project-pipelines/project-pipelines.service.js';
import { jobFilter, ListJobsQuery } from './jobs.dto.js';
import { JobViewsService } from './job-views.service.js';
import { JobSchema } from './job.presenter.js';
import type { JobView } from './job.presenter.js';
import { ProjectJobsService } from './project-jobs.service.js';

/** Contract: triggers §4, §7. */
@Controller('projects/:id/pipelines/:pipeline_id')
@Allow({ on: PipelineProjectResolver, anonymous: true })
export class PipelineJobsController {
  constructor(
    private readonly pipelines: ProjectPipelinesService,
    private readonly jobs: ProjectJobsService,
    private readonly views: JobViewsService,
  ) {}

  @Get('jobs')
  @Answers([JobSchema])
  async list(
    @Target() project: Project,
    @IdParam('pipeline_id') id: number,
    @Paging() page: PageRequest,
    @Input() query: ListJobsQuery,
  ) {
    const pipeline = await this.pipelines.get(project, id);
    return this.views.page(await this.jobs.ofPipeline(pipeline.id, jobFilter(query), page));
  }

  /** Always empty: pipelines start others by tokens, not by bridge jobs (contract: triggers §5). */
  @Get('bridges')
  @Answers([JobSchema])
  async bridges(
    @Target() project: Project,
    @IdParam('pipeline_id') id: number,
    @Paging('none') page: PageRequest,
    @Input() _query: ListJobsQuery,
  ) {
    await this.pipelines.get(project, id);
    return pageOf<JobView>([], page);
  }
}
