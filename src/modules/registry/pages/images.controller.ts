import { Get } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { PageController, PathText, QueryFields, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { Env } from '../../../platform/config/env.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page } from '../../../platform/views/web-answer.js';
import { RepositoriesService } from '../repositories/repositories.service.js';
import { ImagePagesService } from './image-pages.service.js';
import { imagesPage } from './images.page.js';

/** The image repositories of a project, as pages. */
@PageController('*project/-/container_registry', { who: 'anybody' })
export class ImagesController {
  constructor(
    private readonly pages: ImagePagesService,
    private readonly repositories: RepositoriesService,
    private readonly env: Env,
  ) {}

  @Get()
  async list(@PathText('project') path: string, @QueryFields() query: RawParams, @Visiting() visit: Visit) {
    const place = await this.pages.open(path, visit);
    const found = await this.repositories.listOfProject(place.project, pageIn(query), { withCount: true });
    return page(imagesPage(place, found, this.env.registryHost));
  }
}
