import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Paging, Target, TextParam } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { ProtectedRefsService } from '../protection/protected-refs.service.js';
import { OwnTransactions } from '../../../platform/http/unit-of-work/own-transactions.decorator.js';
import { CODE_READ_SCOPES, CodeProjectResolver } from '../project-code/code-project.resolver.js';
import { ProjectUrls } from '../project-code/project-urls.js';
import { CreateTagInput, ListTagsQuery } from './tags.dto.js';
import { presentTag, TagSchema } from './tag.presenter.js';
import { TagsService } from './tags.service.js';

/** Contract: git §3.2. */
@Controller('projects/:id/repository/tags')
export class TagsController {
  constructor(
    private readonly tags: TagsService,
    private readonly rules: ProtectedRefsService,
    private readonly urls: ProjectUrls,
  ) {}

  @Get()
  @Allow({ on: CodeProjectResolver, anonymous: true, scopes: CODE_READ_SCOPES })
  @Answers([TagSchema])
  async list(
    @Target() project: Project,
    @Paging('none') page: PageRequest,
    @Input() { search, order_by: orderBy = 'updated', sort = 'desc' }: ListTagsQuery,
  ) {
    const found = await this.tags.list(project, search, { orderBy, sort }, page);
    const rules = await this.rules.ofTags(project.id);
    return found.map((tag) => presentTag(tag, rules, this.urls.of(project)));
  }

  @Get(':tag')
  @Allow({ on: CodeProjectResolver, anonymous: true, scopes: CODE_READ_SCOPES })
  @Answers(TagSchema)
  async show(@Target() project: Project, @TextParam('tag') name: string) {
    const tag = await this.tags.get(project, name);
    return presentTag(tag, await this.rules.ofTags(project.id), this.urls.of(project));
  }

  @Post()
  @Allow({ on: 'project', role: Role.Developer })
  @OwnTransactions()
  @Answers(TagSchema)
  async create(@Target() project: Project, @Me() me: Caller, @Input() input: CreateTagInput) {
    const { tag_name: name, ref, message } = input;
    const tag = await this.tags.create(project, { name, ref, message }, me);
    return presentTag(tag, await this.rules.ofTags(project.id), this.urls.of(project));
  }

  @Delete(':tag')
  @HttpCode(204)
  @Allow({ on: 'project', role: Role.Developer })
  @OwnTransactions()
  @Answers(null)
  async delete(@Target() project: Project, @Me() me: Caller, @TextParam('tag') name: string) {
    await this.tags.delete(project, name, me);
  }
}
