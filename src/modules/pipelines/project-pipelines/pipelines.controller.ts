import { Controller, Delete, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { pageOf } from '../../../common/pagination/page-of.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import { PipelinePlanSchema, presentPipelinePlan } from '../creation/pipeline-plan.presenter.js';
import { PipelineSchema, PipelineSummarySchema, presentPipelineSummary } from '../pipeline.presenter.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { abortSignalFor } from '../../../platform/http/abort-signal.js';
import { readVariables } from '../variables/read-variables.js';
import {
  CreatePipelineInput,
  LatestPipelineQuery,
  ListPipelinesQuery,
  pipelineFilters,
  ShowPipelineQuery,
} from './pipelines.dto.js';
import { PipelineProjectResolver } from './pipeline-project.resolver.js';
import { PipelineVariableSchema, presentPipelineVariable } from './pipeline-variable.presenter.js';
import { PipelineWatchService } from './pipeline-watch.service.js';
import { PipelineViewsService } from './pipeline-views.service.js';
import { ProjectPipelineMovesService } from './project-pipeline-moves.service.js';
import { ProjectPipelinesService } from './project-pipelines.service.js';

const FOR_READERS = { on: PipelineProjectResolver, anonymous: true };
const FOR_DEVELOPERS = { on: 'project', role: Role.Developer } as const;

/** Contract: triggers §4. */
@Controller('projects/:id')
export class PipelinesController {
  constructor(
    private readonly pipelines: ProjectPipelinesService,
    private readonly moves: ProjectPipelineMovesService,
    private readonly views: PipelineViewsService,
    private readonly watch: PipelineWatchService,
    private readonly env: Env,
  ) {}

  @Get('pipelines')
  @Allow(FOR_READERS)
  @Answers([PipelineSummarySchema])
  async list(@Target() project: Project, @Paging() page: PageRequest, @Input() query: ListPipelinesQuery) {
    const request = { page, orderBy: query.order_by, sort: query.sort };
    const found = await this.pipelines.list(project, pipelineFilters(query), request);
    return found.map((pipeline) => presentPipelineSummary(pipeline, this.env.baseUrl));
  }

  @Get('pipelines/latest')
  @Allow(FOR_READERS)
  @Answers(PipelineSchema)
  async latest(@Target() project: Project, @Me() me: Caller, @Input() { ref }: LatestPipelineQuery) {
    return this.views.full(await this.pipelines.getLatest(project, ref), me);
  }

  @Get('pipelines/:pipeline_id')
  @Allow(FOR_READERS)
  @Answers(PipelineSchema)
  async show(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('pipeline_id') id: number,
    @Input() { wait = 0 }: ShowPipelineQuery,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    await this.watch.waitAs(me, await this.pipelines.get(project, id), wait, abortSignalFor(response));
    return this.views.full(await this.pipelines.get(project, id), me);
  }

  @Get('pipelines/:pipeline_id/downstream')
  @Allow(FOR_READERS)
  @Answers([PipelineSummarySchema])
  async downstream(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('pipeline_id') id: number,
    @Paging() page: PageRequest,
  ) {
    const found = await this.pipelines.downstream(project, id, me, page);
    return found.map((pipeline) => presentPipelineSummary(pipeline, this.env.baseUrl));
  }

  @Get('pipelines/:pipeline_id/variables')
  @Allow(FOR_DEVELOPERS)
  @Answers([PipelineVariableSchema])
  async variables(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('pipeline_id') id: number,
    @Paging('none') page: PageRequest,
  ) {
    return pageOf(await this.pipelines.variablesOf(project, id, me), page).map(presentPipelineVariable);
  }

  @Post('pipeline')
  @Allow(FOR_DEVELOPERS)
  @Answers(PipelineSchema, PipelinePlanSchema)
  async create(
    @Target() project: Project,
    @Me() me: Caller,
    @Input() { ref, variables: sent, dry_run: isDryRun }: CreatePipelineInput,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const variables = readVariables(sent);
    if (isDryRun) {
      response.statusCode = 200;
      return presentPipelinePlan(await this.pipelines.preview(project, ref, variables, me));
    }
    return this.views.full(await this.pipelines.create(project, ref, variables, me), me);
  }

  @Post('pipelines/:pipeline_id/cancel')
  @Allow(FOR_DEVELOPERS)
  @Answers(PipelineSchema)
  async cancel(@Target() project: Project, @Me() me: Caller, @IdParam('pipeline_id') id: number) {
    return this.views.full(await this.moves.cancel(project, id, me), me);
  }

  @Post('pipelines/:pipeline_id/retry')
  @Allow(FOR_DEVELOPERS)
  @Answers(PipelineSchema)
  async retry(@Target() project: Project, @Me() me: Caller, @IdParam('pipeline_id') id: number) {
    return this.views.full(await this.moves.retry(project, id, me), me);
  }

  @Delete('pipelines/:pipeline_id')
  @HttpCode(204)
  @Allow({ on: 'project', role: Role.Owner })
  @Answers(null)
  delete(@Target() project: Project, @IdParam('pipeline_id') id: number) {
    return this.moves.delete(project, id);
  }
}
