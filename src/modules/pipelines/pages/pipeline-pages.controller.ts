import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import {
  PageController,
  PageFor,
  PathId,
  PathText,
  QueryFields,
  Visiting,
} from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { ProjectPipelinesService } from '../project-pipelines.service.js';
import { pipelineAddress } from './ci-addresses.js';
import { pipelinePage } from './pipeline.page.js';
import { PipelinePlacesService } from './pipeline-places.service.js';
import { pipelinesPage } from './pipelines.page.js';

const MEMBERS = { who: 'signed-in' } as const;

/** Pipelines, as pages for those who may read them by REST (contract: triggers §4). */
@PageController('*project/-/pipelines', { who: 'anybody' })
export class PipelinePagesController {
  constructor(
    private readonly places: PipelinePlacesService,
    private readonly pipelines: ProjectPipelinesService,
  ) {}

  @Get()
  async list(@PathText('project') path: string, @QueryFields() query: RawParams, @Visiting() visit: Visit) {
    const place = await this.places.open(path, visit);
    return page(pipelinesPage(place, await this.pipelines.list(place.project, {}, { page: pageIn(query) })));
  }

  @Get(':pipeline_id')
  async show(@PathText('project') path: string, @PathId('pipeline_id') id: number, @Visiting() visit: Visit) {
    const place = await this.places.open(path, visit);
    const pipeline = await this.pipelines.get(place.project, id);
    const jobs = await this.pipelines.jobsOf(id);
    const moves = await this.pipelines.movesFor(place.project, pipeline, jobs, visit.caller);
    return page(pipelinePage({ place, pipeline, jobs, moves }, visit.frame));
  }

  @Post(':pipeline_id/retry')
  @PageFor(MEMBERS)
  async retry(@PathText('project') path: string, @PathId('pipeline_id') id: number, @Visiting() visit: Visit) {
    const place = await this.places.openForDevelopers(path, visit);
    await this.pipelines.retry(place.project, id, visit.caller);
    return seeOther(pipelineAddress(place, id));
  }

  @Post(':pipeline_id/cancel')
  @PageFor(MEMBERS)
  async cancel(@PathText('project') path: string, @PathId('pipeline_id') id: number, @Visiting() visit: Visit) {
    const place = await this.places.openForDevelopers(path, visit);
    await this.pipelines.cancel(place.project, id, visit.caller);
    return seeOther(pipelineAddress(place, id));
  }
}
