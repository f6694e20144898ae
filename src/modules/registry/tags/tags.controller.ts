import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { AdmitsJobTokens, Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Me, Paging, Target, TextParam } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { ImageProjectResolver } from '../repositories/image-project.resolver.js';
import { presentTag, presentTagDetails, TagDetailsSchema, TagSummarySchema } from './tag.presenter.js';
import { TagsService } from './tags.service.js';

/** Contract: registry §3.3. */
@Controller('projects/:id/registry/repositories/:repository_id/tags')
@Allow({ on: ImageProjectResolver, anonymous: true })
@AdmitsJobTokens({ switched: true })
export class TagsController {
  constructor(
    private readonly tags: TagsService,
    private readonly env: Env,
  ) {}

  @Get()
  @Answers([TagSummarySchema])
  async list(
    @Target() project: Project,
    @IdParam('repository_id') repositoryId: number,
    @Paging('none') page: PageRequest,
  ) {
    const { repository, tags } = await this.tags.list(project, repositoryId, page);
    return tags.map(({ name }) => presentTag(name, repository, this.env.registryHost));
  }

  @Get(':tag_name')
  @Answers(TagDetailsSchema)
  async show(
    @Target() project: Project,
    @IdParam('repository_id') repositoryId: number,
    @TextParam('tag_name') name: string,
  ) {
    const { repository, tag } = await this.tags.get(project, repositoryId, name);
    return presentTagDetails(tag, repository, this.env.registryHost);
  }

  @Delete(':tag_name')
  @HttpCode(204)
  @Allow({ on: ImageProjectResolver, anonymous: true, role: Role.Developer })
  @Answers(null)
  remove(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('repository_id') repositoryId: number,
    @TextParam('tag_name') name: string,
  ) {
    return this.tags.delete(project, repositoryId, name, me);
  }
}
