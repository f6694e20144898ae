import { Get, Post, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { sendContent } from '../../repositories/reads/send-content.js';
import { Fields, PageController, PageFor, PathId, PathText, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { SnippetContentsService } from '../snippet-contents.service.js';
import { FormProof } from '../../../core/web/form-proof.decorator.js';
import type { SpamProof } from '../../../core/spam/spam-proof.js';
import { page } from '../../../platform/views/web-answer.js';
import { PathPagesService } from '../../web/overview/path-pages.service.js';
import { SnippetActsService } from './snippet-acts.service.js';
import { SnippetPagesService } from './snippet-pages.service.js';

const SIGNED_IN = { who: 'signed-in' } as const;

/** The pages at the addresses that REST returns for snippets of projects (contract: core §8). */
@PageController('*project/snippets/:snippet_id', { who: 'anybody' })
export class ProjectSnippetPagesController {
  constructor(
    private readonly pages: SnippetPagesService,
    private readonly pathPages: PathPagesService,
    private readonly contents: SnippetContentsService,
    private readonly acts: SnippetActsService,
  ) {}

  /** Looks for a project first: a group called `snippets` may have a project called `7`. */
  @Get()
  async show(@PathText('project') path: string, @PathId('snippet_id') id: number, @Web() web: WebContext) {
    const found = await this.pathPages.findOrNone(`${path}/snippets/${id}`, web);
    return page(found ?? (await this.pages.show(await this.pages.get(id, web, path), web)));
  }

  @Get('raw')
  async raw(
    @PathText('project') path: string,
    @PathId('snippet_id') id: number,
    @Web() web: WebContext,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    const snippet = await this.pages.get(id, web, path);
    await this.contents.first(snippet, (blob) => sendContent(request, response, blob, snippet.files[0] ?? '', 'text'));
  }

  @Get('raw/:ref/*file')
  async file(
    @PathText('project') path: string,
    @PathId('snippet_id') id: number,
    @PathText('ref') ref: string,
    @PathText('file') file: string,
    @Web() web: WebContext,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    const snippet = await this.pages.get(id, web, path);
    await this.contents.file(snippet, ref, file, (blob) => sendContent(request, response, blob, file, 'text'));
  }

  @Get('edit')
  @PageFor(SIGNED_IN)
  async edit(@PathText('project') path: string, @PathId('snippet_id') id: number, @Web() web: WebContext) {
    return this.acts.edit(await this.pages.get(id, web, path), web);
  }

  @Post()
  @PageFor(SIGNED_IN)
  async change(
    @PathText('project') path: string,
    @PathId('snippet_id') id: number,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
    @FormProof() proof: SpamProof,
  ) {
    return this.acts.change(await this.pages.get(id, web, path), fields, web, proof);
  }
}
