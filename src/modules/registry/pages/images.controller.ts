import { Get } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { PageController, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { Env } from '../../../platform/config/env.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page } from '../../../platform/views/web-answer.js';
import { RepositoriesService } from '../repositories/repositories.service.js';
import { ImagePagesService } from './image-pages.service.js';
import { imagesPage } from './images.page.js';

/** Pages with the image repositories of a project. */
@PageController('*project/-/container_registry', { who: 'anybody' })
export class ImagesController {
  constructor(
    private readonly pages: ImagePagesService,
    private readonly repositories: RepositoriesService,
    private readonly env: Env,
  ) {}

  @Get()
  async list(@PathText('project') path: string, @QueryFields() query: RawParams, @Web() web: WebContext) {
    const context = await this.pages.open(path, web);
    const found = await this.repositories.listOfProject(context.project, pageIn(query), { withCount: true });
    return page(imagesPage(context, found, this.env.registryHost));
  }
}
