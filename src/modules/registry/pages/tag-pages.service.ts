import { Injectable } from '@nestjs/common';
import type { OffsetRequest } from '../../../common/pagination/page-request.js';
import { Role } from '../../../core/access/role.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { Env } from '../../../platform/config/env.js';
import type { Safe } from '../../../platform/views/html.js';
import { RepositoriesService } from '../repositories/repositories.service.js';
import { TagsRepository } from '../tags/tags.repository.js';
import { mayAct } from './image-pages.service.js';
import { tagsPage } from './tags.page.js';
import type { TagsFacts } from './tags.page.js';

/** Shows the page of a single image repository. */
@Injectable()
export class TagPagesService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly tags: TagsRepository,
    private readonly env: Env,
  ) {}

  /** Throws 404 for the repository. `refused` is a submitted form that was rejected. */
  async show(
    context: ProjectPageContext,
    id: number,
    page: OffsetRequest,
    web: WebContext,
    refused: Pick<TagsFacts, 'values' | 'errors'> = {},
  ): Promise<Safe> {
    const repository = await this.repositories.getInProject(context.project, id);
    const [tags, { size }] = await Promise.all([
      this.tags.pageOfDetails(id, { page }),
      this.repositories.describe(repository, { withCount: false, withSize: true }),
    ]);
    return tagsPage({
      context,
      frame: web.frame,
      repository,
      size: size ?? 0,
      tags,
      registryHost: this.env.registryHost,
      mayDelete: mayAct(context, Role.Developer, web),
      mayCleanUp: mayAct(context, Role.Maintainer, web),
      ...refused,
    });
  }
}
