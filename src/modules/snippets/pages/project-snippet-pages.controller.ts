import { Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { sendContent } from '../../repositories/reads/send-content.js';
import { Fields, PageController, PageFor, PathId, PathText, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { SnippetContentsService } from '../snippet-contents.service.js';
import { SentProof } from '../../../core/spam/spam-proof.js';
import type { SpamProof } from '../../../core/spam/spam-proof.js';
import { page } from '../../../platform/views/web-answer.js';
import { PlacePagesService } from '../../web/places/place-pages.service.js';
import { SnippetActsService } from './snippet-acts.service.js';
import { SnippetPagesService } from './snippet-pages.service.js';

const SIGNED_IN = { who: 'signed-in' } as const;

/** Where snippets of projects lead to that REST prints (contract: core §8). */
@PageController('*project/snippets/:snippet_id', { who: 'anybody' })
export class ProjectSnippetPagesController {
  constructor(
    private readonly pages: SnippetPagesService,
    private readonly places: PlacePagesService,
    private readonly contents: SnippetContentsService,
    private readonly acts: SnippetActsService,
  ) {}

  /** A group called `snippets` may have a project called `7`. */
  @Get()
  async show(@PathText('project') path: string, @PathId('snippet_id') id: number, @Visiting() visit: Visit) {
    const place = await this.places.findOrNone(`${path}/snippets/${id}`, visit);
    return page(place ?? (await this.pages.show(await this.pages.get(id, visit, path), visit)));
  }

  @Get('raw')
  async raw(
    @PathText('project') path: string,
    @PathId('snippet_id') id: number,
    @Visiting() visit: Visit,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const snippet = await this.pages.get(id, visit, path);
    await this.contents.first(snippet, (blob) => sendContent(request, response, blob, snippet.files[0] ?? '', 'text'));
  }

  @Get('raw/:ref/*file')
  async file(
    @PathText('project') path: string,
    @PathId('snippet_id') id: number,
    @PathText('ref') ref: string,
    @PathText('file') file: string,
    @Visiting() visit: Visit,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const snippet = await this.pages.get(id, visit, path);
    await this.contents.file(snippet, ref, file, (blob) => sendContent(request, response, blob, file, 'text'));
  }

  @Get('edit')
  @PageFor(SIGNED_IN)
  async edit(@PathText('project') path: string, @PathId('snippet_id') id: number, @Visiting() visit: Visit) {
    return this.acts.edit(await this.pages.get(id, visit, path), visit);
  }

  @Post()
  @PageFor(SIGNED_IN)
  async change(
    @PathText('project') path: string,
    @PathId('snippet_id') id: number,
    @Fields() fields: RawParams,
    @Visiting() visit: Visit,
    @SentProof() proof: SpamProof,
  ) {
    return this.acts.change(await this.pages.get(id, visit, path), fields, visit, proof);
  }
}
