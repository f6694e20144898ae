import { Get, Post, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { sendContent } from '../../repositories/reads/send-content.js';
import { Fields, PageController, PageFor, PathId, PathText, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { SnippetContentsService } from '../snippet-contents.service.js';
import { FormProof } from '../../../core/web/form-proof.decorator.js';
import type { SpamProof } from '../../../core/spam/spam-proof.js';
import { found, page } from '../../../platform/views/web-answer.js';
import { snippetAddress } from './snippet-addresses.js';
import { SnippetActsService } from './snippet-acts.service.js';
import { SnippetPagesService } from './snippet-pages.service.js';

const SIGNED_IN = { who: 'signed-in' } as const;

/**
 * The pages at the addresses that REST returns for personal snippets (contract: core §8); REST uses the same pattern
 * under its prefix.
 */
@PageController('snippets/:personal_id', { who: 'anybody' })
export class SnippetPagesController {
  constructor(
    private readonly pages: SnippetPagesService,
    private readonly contents: SnippetContentsService,
    private readonly acts: SnippetActsService,
  ) {}

  /** Redirects a snippet of a project to its address there. */
  @Get()
  async show(@PathId('personal_id') id: number, @Web() web: WebContext) {
    const snippet = await this.pages.get(id, web);
    return snippet.projectPath === null ? page(await this.pages.show(snippet, web)) : found(snippetAddress(snippet));
  }

  @Get('raw')
  async raw(
    @PathId('personal_id') id: number,
    @Web() web: WebContext,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    const snippet = await this.pages.get(id, web);
    await this.contents.first(snippet, (blob) => sendContent(request, response, blob, snippet.files[0] ?? '', 'text'));
  }

  @Get('raw/:ref/*file')
  async file(
    @PathId('personal_id') id: number,
    @PathText('ref') ref: string,
    @PathText('file') file: string,
    @Web() web: WebContext,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    const snippet = await this.pages.get(id, web);
    await this.contents.file(snippet, ref, file, (blob) => sendContent(request, response, blob, file, 'text'));
  }

  @Get('edit')
  @PageFor(SIGNED_IN)
  async edit(@PathId('personal_id') id: number, @Web() web: WebContext) {
    return this.acts.edit(await this.pages.get(id, web), web);
  }

  @Post()
  @PageFor(SIGNED_IN)
  async change(
    @PathId('personal_id') id: number,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
    @FormProof() proof: SpamProof,
  ) {
    return this.acts.change(await this.pages.get(id, web), fields, web, proof);
  }
}
