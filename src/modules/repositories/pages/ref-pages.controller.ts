import { Get } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { PageController, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page } from '../../../platform/views/web-answer.js';
import { BranchViewsService } from '../branches/branch-views.service.js';
import { BranchesService } from '../branches/branches.service.js';
import { TagsService } from '../tags/tags.service.js';
import { CodePagesService } from './code-pages.service.js';
import { branchesPage, tagsPage } from './refs.page.js';

/** Pages of branches (contract: git §3.1). */
@PageController('*project/-/branches', { who: 'anybody' })
export class BranchPagesController {
  constructor(
    private readonly pages: CodePagesService,
    private readonly branches: BranchesService,
    private readonly viewers: BranchViewsService,
  ) {}

  @Get()
  async list(@PathText('project') path: string, @QueryFields() query: RawParams, @Web() web: WebContext) {
    const context = await this.pages.open(path, web);
    const search = searchIn(query);
    const found = await this.branches.list(context.project, { search }, 'updated_desc', pageIn(query));
    return page(branchesPage(context, found, await this.viewers.of(context.project, web.caller), search));
  }
}

/** Pages of tags (contract: git §3.2). */
@PageController('*project/-/tags', { who: 'anybody' })
export class RepositoryTagPagesController {
  constructor(
    private readonly pages: CodePagesService,
    private readonly tags: TagsService,
  ) {}

  @Get()
  async list(@PathText('project') path: string, @QueryFields() query: RawParams, @Web() web: WebContext) {
    const context = await this.pages.open(path, web);
    const search = searchIn(query);
    const order = { orderBy: 'updated', sort: 'desc' } as const;
    return page(tagsPage(context, await this.tags.list(context.project, search, order, pageIn(query)), search));
  }
}

const searchIn = ({ search }: RawParams): string => (typeof search === 'string' ? search : '');
