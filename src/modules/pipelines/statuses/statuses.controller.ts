import { Controller, Get, Post } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Paging, Target, TextParam } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { PipelineProjectResolver } from '../project-pipelines/pipeline-project.resolver.js';
import { ListStatusesQuery, ReportStatusInput, statusFilters, statusReport } from './statuses.dto.js';
import { presentStatus, StatusSchema } from './status.presenter.js';
import { StatusesService } from './statuses.service.js';

/** Contract: triggers §10. */
@Controller('projects/:id')
export class StatusesController {
  constructor(
    private readonly statuses: StatusesService,
    private readonly env: Env,
  ) {}

  @Post('statuses/:sha')
  @Allow({ on: 'project', role: Role.Developer })
  @Answers(StatusSchema)
  async report(
    @Target() project: Project,
    @Me() me: Caller,
    @TextParam('sha') sha: string,
    @Input() input: ReportStatusInput,
  ) {
    const about = { ref: input.ref, pipelineId: input.pipeline_id };
    const status = await this.statuses.report(project, sha, about, statusReport(input), me);
    return presentStatus(status, this.env.baseUrl);
  }

  @Get('repository/commits/:sha/statuses')
  @Allow({ on: PipelineProjectResolver, anonymous: true })
  @Answers([StatusSchema])
  async list(
    @Target() project: Project,
    @TextParam('sha') sha: string,
    @Input() query: ListStatusesQuery,
    @Paging() page: PageRequest,
  ) {
    const found = await this.statuses.list(project, sha, statusFilters(query), page);
    return found.map((status) => presentStatus(status, this.env.baseUrl));
  }
}
