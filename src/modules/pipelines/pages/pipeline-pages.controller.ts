import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { PageController, PageFor, PathId, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { ProjectPipelineMovesService } from '../project-pipelines/project-pipeline-moves.service.js';
import { ProjectPipelinesService } from '../project-pipelines/project-pipelines.service.js';
import { pipelineAddress } from './ci-addresses.js';
import { pipelinePage } from './pipeline.page.js';
import { PipelinePagesService } from './pipeline-pages.service.js';
import { pipelinesPage } from './pipelines.page.js';

const MEMBERS = { who: 'signed-in' } as const;

/** Pages of pipelines, for users who may read them in the REST API (contract: triggers §4). */
@PageController('*project/-/pipelines', { who: 'anybody' })
export class PipelinePagesController {
  constructor(
    private readonly pages: PipelinePagesService,
    private readonly pipelines: ProjectPipelinesService,
    private readonly moves: ProjectPipelineMovesService,
  ) {}

  @Get()
  async list(@PathText('project') path: string, @QueryFields() query: RawParams, @Web() web: WebContext) {
    const context = await this.pages.open(path, web);
    return page(pipelinesPage(context, await this.pipelines.list(context.project, {}, { page: pageIn(query) })));
  }

  @Get(':pipeline_id')
  async show(@PathText('project') path: string, @PathId('pipeline_id') id: number, @Web() web: WebContext) {
    const context = await this.pages.open(path, web);
    const pipeline = await this.pipelines.get(context.project, id);
    const jobs = await this.pipelines.jobsOf(id);
    const moves = await this.moves.movesFor(context.project, pipeline, jobs, web.caller);
    return page(pipelinePage({ context, pipeline, jobs, moves }, web.frame));
  }

  @Post(':pipeline_id/retry')
  @PageFor(MEMBERS)
  async retry(@PathText('project') path: string, @PathId('pipeline_id') id: number, @Web() web: WebContext) {
    const context = await this.pages.openForDevelopers(path, web);
    await this.moves.retry(context.project, id, web.caller);
    return seeOther(pipelineAddress(context, id));
  }

  @Post(':pipeline_id/cancel')
  @PageFor(MEMBERS)
  async cancel(@PathText('project') path: string, @PathId('pipeline_id') id: number, @Web() web: WebContext) {
    const context = await this.pages.openForDevelopers(path, web);
    await this.moves.cancel(context.project, id, web.caller);
    return seeOther(pipelineAddress(context, id));
  }
}
