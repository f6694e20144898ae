import { Controller, Get } from '@nestjs/common';
import { Allow } from '../../../../core/access/allow.decorator.js';
import { Answers } from '../../../../core/access/answers.decorator.js';
import type { Caller } from '../../../../core/access/caller.js';
import { Input, Me, Target } from '../../../../core/access/request.decorators.js';
import { ShowRepositoryQuery } from './repositories.dto.js';
import { ImageRepositoryResolver } from '../image-repository.resolver.js';
import type { RepositoryInProject } from '../image-repository.resolver.js';
import { RepositoriesService } from '../repositories.service.js';
import { SingleRepositorySchema } from './repository.presenter.js';
import { RepositoryViewsService } from './repository-views.service.js';

/** A repository identified only by its id; requires a signed-in caller (contract: registry §3.3). */
@Controller('registry/repositories')
@Allow({ on: ImageRepositoryResolver })
export class SingleRepositoryController {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly views: RepositoryViewsService,
  ) {}

  @Get(':repository_id')
  @Answers(SingleRepositorySchema)
  async show(@Target() target: RepositoryInProject, @Me() me: Caller, @Input() query: ShowRepositoryQuery) {
    const asked = { withCount: query.tags_count ?? false, withSize: query.size ?? false };
    const described = await this.repositories.describe(target.repository, asked);
    return this.views.single(described, target.project, me, { withTags: query.tags ?? false });
  }
}
