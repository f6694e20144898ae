import { Controller, Get } from '@nestjs/common';
import type { PageRequest } from '../../../../common/pagination/page-request.js';
import { Allow } from '../../../../core/access/allow.decorator.js';
import { Answers } from '../../../../core/access/answers.decorator.js';
import { Paging, Target } from '../../../../core/access/request.decorators.js';
import { Role } from '../../../../core/access/role.js';
import type { Group } from '../../../../core/groups/group.js';
import { RepositoriesService } from '../repositories.service.js';
import { RepositorySchema } from './repository.presenter.js';
import { RepositoryViewsService } from './repository-views.service.js';

/** The repositories of a group and all its subgroups, without their tags (contract: registry §3.3). */
@Controller('groups/:id/registry/repositories')
@Allow({ on: 'group', role: Role.Reporter, anonymous: true })
export class GroupRepositoriesController {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly views: RepositoryViewsService,
  ) {}

  @Get()
  @Answers([RepositorySchema])
  async list(@Target() group: Group, @Paging() page: PageRequest) {
    return this.views.page(await this.repositories.listOfGroup(group, page), { withTags: false });
  }
}
