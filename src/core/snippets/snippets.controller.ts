import { Controller, Delete, Get, HttpCode, Post, Put, Req, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { Request, Response } from 'express';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Env } from '../../platform/config/env.js';
import { OwnTransactions } from '../../platform/http/unit-of-work/own-transactions.decorator.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import { TakesBody } from '../access/body-limits.decorator.js';
import type { Caller } from '../access/caller.js';
import { Input, Me, Paging, Target, TextParam } from '../access/request.decorators.js';
import { sendContent } from '../repositories/reads/send-content.js';
import { SentProof } from '../spam/spam-proof.js';
import type { SpamProof } from '../spam/spam-proof.js';
import { CreateSnippetInput, snippetInput, snippetUpdate, UpdateSnippetInput } from './dto/snippets.dto.js';
import { SNIPPET_BODY } from './snippet-body.js';
import { SnippetContents } from './snippet-contents.service.js';
import { SnippetById } from './snippet-target.resolver.js';
import { presentSnippet, SnippetSchema } from './snippet.presenter.js';
import type { Snippet } from './snippet.js';
import { SnippetsService } from './snippets.service.js';

/** Contract: core §8. */
@Controller('snippets')
export class SnippetsController {
  constructor(
    private readonly snippets: SnippetsService,
    private readonly contents: SnippetContents,
    private readonly env: Env,
  ) {}

  @Get()
  @Allow({ on: 'instance' })
  @Answers([SnippetSchema])
  async listOwn(@Me() me: Caller, @Paging() page: PageRequest) {
    return (await this.snippets.list('own', page, me)).map((found) => presentSnippet(found, me, this.env.baseUrl));
  }

  @Get('public')
  @Allow({ on: 'instance' })
  @Answers([SnippetSchema])
  async listPublic(@Me() me: Caller, @Paging() page: PageRequest) {
    return (await this.snippets.list('public', page, me)).map((found) => presentSnippet(found, me, this.env.baseUrl));
  }

  @Get('all')
  @Allow({ on: 'instance', role: 'admin' })
  @Answers([SnippetSchema])
  async listAll(@Me() me: Caller, @Paging() page: PageRequest) {
    return (await this.snippets.list('all', page, me)).map((found) => presentSnippet(found, me, this.env.baseUrl));
  }

  @Post()
  @Allow({ on: 'instance' })
  @TakesBody(SNIPPET_BODY)
  @Answers(SnippetSchema)
  async create(@Me() me: Caller, @Input() input: CreateSnippetInput, @SentProof() proof: SpamProof) {
    return presentSnippet(await this.snippets.create(null, snippetInput(input), me, proof), me, this.env.baseUrl);
  }

  @Get(':snippet_id')
  @Allow({ on: SnippetById, anonymous: true })
  @Answers(SnippetSchema)
  show(@Target() snippet: Snippet, @Me() me: Caller) {
    return presentSnippet(snippet, me, this.env.baseUrl);
  }

  @Put(':snippet_id')
  @Allow({ on: SnippetById })
  @TakesBody(SNIPPET_BODY)
  @OwnTransactions()
  @Answers(SnippetSchema)
  async update(
    @Target() snippet: Snippet,
    @Me() me: Caller,
    @Input() input: UpdateSnippetInput,
    @SentProof() proof: SpamProof,
  ) {
    const changed = await this.snippets.update(snippet, snippetUpdate(input, snippet), me, proof);
    return presentSnippet(changed, me, this.env.baseUrl);
  }

  @Delete(':snippet_id')
  @HttpCode(204)
  @Allow({ on: SnippetById })
  @Answers(null)
  async delete(@Target() snippet: Snippet, @Me() me: Caller) {
    await this.snippets.delete(snippet, me);
  }

  @Get(':snippet_id/raw')
  @Allow({ on: SnippetById, anonymous: true })
  @Answers(Type.String({ format: 'binary' }))
  async raw(@Target() snippet: Snippet, @Req() request: Request, @Res() response: Response) {
    await this.contents.first(snippet, (blob) => sendContent(request, response, blob, snippet.files[0] ?? '', 'text'));
  }

  @Get(':snippet_id/files/:ref/:file_path/raw')
  @Allow({ on: SnippetById, anonymous: true })
  @Answers(Type.String({ format: 'binary' }))
  async file(
    @Target() snippet: Snippet,
    @TextParam('ref') ref: string,
    @TextParam('file_path') path: string,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    await this.contents.file(snippet, ref, path, (blob) => sendContent(request, response, blob, path, 'text'));
  }
}
