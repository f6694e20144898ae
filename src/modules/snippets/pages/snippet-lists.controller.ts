import { Get, Post } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Role } from '../../../core/access/role.js';
import { ProjectPagesService } from '../../../core/projects/pages/project-pages.service.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { levelOf } from '../../../core/projects/project.js';
import { Fields, PageController, PageFor, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { SnippetsService } from '../snippets.service.js';
import { FormProof } from '../../../core/web/form-proof.decorator.js';
import type { SpamProof } from '../../../core/spam/spam-proof.js';
import { layout } from '../../../platform/views/layout.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page } from '../../../platform/views/web-answer.js';
import { SnippetActsService } from './snippet-acts.service.js';
import { OWN_SNIPPETS, SNIPPETS_TAB } from './snippet-addresses.js';
import { snippetListContent } from './snippet-list.js';

/** The viewer's own snippets (contract: core §8). */
@PageController('dashboard/snippets', { who: 'signed-in' })
export class OwnSnippetsController {
  constructor(
    private readonly snippets: SnippetsService,
    private readonly acts: SnippetActsService,
  ) {}

  @Get()
  async list(@QueryFields() query: RawParams, @Web() { caller, frame }: WebContext) {
    const snippets = await this.snippets.list('own', pageIn(query), caller);
    const content = snippetListContent({ snippets, here: OWN_SNIPPETS, mayMake: caller.seesInternal });
    return page(layout({ title: 'Snippets', frame }, content));
  }

  @Get('new')
  begin(@Web() web: WebContext) {
    return this.acts.begin(null, web);
  }

  @Post()
  create(@Fields() fields: RawParams, @Web() web: WebContext, @FormProof() proof: SpamProof) {
    return this.acts.create(null, fields, web, proof);
  }
}

/** The snippets of a project that the viewer can see (contract: core §8). */
@PageController('*project/-/snippets', { who: 'anybody' })
export class ProjectSnippetsPageController {
  constructor(
    private readonly projects: ProjectPagesService,
    private readonly snippets: SnippetsService,
    private readonly acts: SnippetActsService,
  ) {}

  @Get()
  async list(@PathText('project') path: string, @QueryFields() query: RawParams, @Web() web: WebContext) {
    const context = await this.projects.open(path, web);
    const { project, address } = context;
    const snippets = await this.snippets.list({ projectId: project.id }, pageIn(query), web.caller);
    const content = snippetListContent({
      snippets,
      here: address + SNIPPETS_TAB.path,
      mayMake: mayMake(context, web) && !project.archived,
    });
    return page(context.page({ tab: SNIPPETS_TAB.name, title: 'Snippets' }, content));
  }

  @Get('new')
  @PageFor({ who: 'signed-in' })
  async begin(@PathText('project') path: string, @Web() web: WebContext) {
    return this.acts.begin((await this.openForReporters(path, web)).project, web);
  }

  @Post()
  @PageFor({ who: 'signed-in' })
  async create(
    @PathText('project') path: string,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
    @FormProof() proof: SpamProof,
  ) {
    return this.acts.create((await this.openForReporters(path, web)).project, fields, web, proof);
  }

  private async openForReporters(path: string, web: WebContext): Promise<ProjectPageContext> {
    const context = await this.projects.open(path, web);
    if (!mayMake(context, web)) {
      throw forbidden();
    }
    return context;
  }
}

const mayMake = ({ project }: ProjectPageContext, { caller }: WebContext): boolean =>
  caller.isAtLeast(Role.Reporter, levelOf(project));
