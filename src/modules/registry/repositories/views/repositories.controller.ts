import { Controller, Get } from '@nestjs/common';
import type { PageRequest } from '../../../../common/pagination/page-request.js';
import { AdmitsJobTokens, Allow } from '../../../../core/access/allow.decorator.js';
import { Answers } from '../../../../core/access/answers.decorator.js';
import { Input, Paging, Target } from '../../../../core/access/request.decorators.js';
import type { Project } from '../../../../core/projects/project.js';
import { ListRepositoriesQuery } from './repositories.dto.js';
import { ImageProjectResolver } from '../image-project.resolver.js';
import { RepositoriesService } from '../repositories.service.js';
import { RepositorySchema } from './repository.presenter.js';
import { RepositoryViewsService } from './repository-views.service.js';

/** Contract: registry §3.3. */
@Controller('projects/:id/registry/repositories')
@Allow({ on: ImageProjectResolver, anonymous: true })
@AdmitsJobTokens({ switched: true })
export class RepositoriesController {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly views: RepositoryViewsService,
  ) {}

  @Get()
  @Answers([RepositorySchema])
  async list(@Target() project: Project, @Paging() page: PageRequest, @Input() query: ListRepositoriesQuery) {
    const found = await this.repositories.listOfProject(project, page, { withCount: query.tags_count ?? false });
    return this.views.page(found, { withTags: query.tags ?? false });
  }
}
