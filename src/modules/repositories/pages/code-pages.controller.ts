import { Get } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { pageOf } from '../../../common/pagination/page-of.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { PageController, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { Env } from '../../../platform/config/env.js';
import { MAX_SHOWN_BYTES } from '../../../platform/views/file-content.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page } from '../../../platform/views/web-answer.js';
import { INITIAL_BRANCH } from '../project-code/project-code.service.js';
import { blobPage } from './blob.page.js';
import { CodePagesService } from './code-pages.service.js';
import { RefPathResolverService } from './ref-path-resolver.service.js';
import type { Folder } from './ref-path-resolver.service.js';
import { nameKey } from '../../../platform/git/tree-object.js';
import { listed } from '../trees/tree-listing.js';
import { emptyPage, treePage } from './tree.page.js';

const ENTRIES_PER_PAGE = 200;

/** Pages of the folders of a repository; `web_url` of branches points here (contract: git §3.1). */
@PageController('*project/-/tree', { who: 'anybody' })
export class TreePagesController {
  constructor(
    private readonly pages: CodePagesService,
    private readonly refPaths: RefPathResolverService,
    private readonly env: Env,
  ) {}

  @Get()
  async top(@PathText('project') path: string, @QueryFields() query: RawParams, @Web() web: WebContext) {
    const context = await this.pages.open(path, web);
    const folder = await this.refPaths.top(context.project, context.project.defaultBranch ?? INITIAL_BRANCH);
    return folder ? show(context, folder, query) : page(emptyPage(context, this.env.baseUrl));
  }

  @Get('*refPath')
  async folder(
    @PathText('project') path: string,
    @PathText('refPath') refPath: string,
    @QueryFields() query: RawParams,
    @Web() web: WebContext,
  ) {
    const context = await this.pages.open(path, web);
    return show(context, await this.refPaths.folder(context.project, refPath), query);
  }
}

/** Pages of files. */
@PageController('*project/-/blob', { who: 'anybody' })
export class BlobPagesController {
  constructor(
    private readonly pages: CodePagesService,
    private readonly refPaths: RefPathResolverService,
  ) {}

  @Get('*refPath')
  async show(@PathText('project') path: string, @PathText('refPath') refPath: string, @Web() web: WebContext) {
    const context = await this.pages.open(path, web);
    return page(blobPage(context, await this.refPaths.file(context.project, refPath, MAX_SHOWN_BYTES)));
  }
}

function show(context: ProjectPageContext, folder: Folder, query: RawParams) {
  const entries = pageOf(folder.entries, { ...pageIn(query), perPage: ENTRIES_PER_PAGE });
  if (entries.items.length === 0 && folder.entries.length > 0) {
    throw notFound('Page');
  }
  const prefix = folder.path === '' ? '' : `${nameKey(folder.path)}/`;
  return page(
    treePage(
      context,
      folder,
      entries.map((entry) => listed(entry, prefix)),
    ),
  );
}
