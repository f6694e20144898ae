import { Controller, Get, Post } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { AdmitsJobTokens, Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Me, Paging, Target, TextParam } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { ImageProjectResolver } from '../repositories/image-project.resolver.js';
import { presentTagDetails, TagDetailsSchema } from '../tags/tag.presenter.js';
import { DeletedTagSchema, presentDeletedTag } from './deleted-tag.presenter.js';
import { DeletedTagsService } from './deleted-tags.service.js';

/** Contract: registry §9.3. */
@Controller('projects/:id/registry/repositories/:repository_id/deleted_tags')
@AdmitsJobTokens({ switched: true })
export class DeletedTagsController {
  constructor(
    private readonly deleted: DeletedTagsService,
    private readonly env: Env,
  ) {}

  @Get()
  @Allow({ on: ImageProjectResolver, anonymous: true, role: Role.Reporter })
  @Answers([DeletedTagSchema])
  async list(@Target() project: Project, @IdParam('repository_id') repositoryId: number, @Paging() page: PageRequest) {
    const found = await this.deleted.list(project, repositoryId, page);
    return found.map((tag) => presentDeletedTag(tag, this.env.baseUrl));
  }

  @Post(':tag_name/restore')
  @Allow({ on: ImageProjectResolver, anonymous: true, role: Role.Developer })
  @Answers(TagDetailsSchema)
  async restore(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('repository_id') repositoryId: number,
    @TextParam('tag_name') name: string,
  ) {
    const { repository, tag } = await this.deleted.restore(project, repositoryId, name, me);
    return presentTagDetails(tag, repository, this.env.registryHost);
  }
}
