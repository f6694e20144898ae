import { Get } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { ProjectPages } from '../../../core/projects/pages/project-pages.service.js';
import type { ProjectPlace } from '../../../core/projects/pages/project-pages.service.js';
import { PageController, PathId, PathText, QueryFields, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page } from '../../../platform/views/web-answer.js';
import { mayReadPipelines } from '../pipelines/pipeline-project.resolver.js';
import { ProjectPipelines } from '../pipelines/project-pipelines.service.js';
import { PIPELINES_TAB, pipelinePage, pipelinesPage } from './pipelines.page.js';

/** Pipelines, as pages for those who may read them by REST (contract: triggers §4). */
@PageController('*project/-/pipelines', { who: 'anybody' })
export class PipelinePagesController {
  constructor(
    private readonly projects: ProjectPages,
    private readonly pipelines: ProjectPipelines,
  ) {
    projects.addTab(PIPELINES_TAB);
  }

  @Get()
  async list(@PathText('project') path: string, @QueryFields() query: RawParams, @Visiting() visit: Visit) {
    const place = await this.open(path, visit);
    return page(pipelinesPage(place, await this.pipelines.list(place.project, {}, { page: pageIn(query) })));
  }

  @Get(':pipeline_id')
  async show(@PathText('project') path: string, @PathId('pipeline_id') id: number, @Visiting() visit: Visit) {
    const place = await this.open(path, visit);
    const pipeline = await this.pipelines.get(place.project, id);
    return page(pipelinePage(place, pipeline, await this.pipelines.jobsOf(id)));
  }

  private async open(path: string, visit: Visit): Promise<ProjectPlace> {
    const place = await this.projects.open(path, visit);
    if (!mayReadPipelines(place.project, visit.caller)) {
      throw forbidden();
    }
    return place;
  }
}
