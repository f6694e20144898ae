import { Controller, Get, Post } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Allow } from '../../core/access/allow.decorator.js';
import { Answers } from '../../core/access/answers.decorator.js';
import { TakesBody } from '../../core/access/body-limits.decorator.js';
import type { Caller } from '../../core/access/caller.js';
import { Input, Me, Paging } from '../../core/access/request.decorators.js';
import { SentProof } from '../../core/spam/spam-proof.js';
import type { SpamProof } from '../../core/spam/spam-proof.js';
import { CreateSnippetInput } from './snippets.dto.js';
import { SNIPPET_BODY } from './snippet-body.js';
import { snippetRoutes } from './snippet-routes.js';
import { SnippetTargetResolver } from './snippet-target.resolver.js';
import { presentSnippet, SnippetSchema } from './snippet.presenter.js';

/** Contract: core §8. */
@Controller('snippets')
export class SnippetsController extends snippetRoutes(SnippetTargetResolver) {
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
  @Allow({ on: 'instance', role: 'insider' })
  @TakesBody(SNIPPET_BODY)
  @Answers(SnippetSchema)
  async create(@Me() me: Caller, @Input() input: CreateSnippetInput, @SentProof() proof: SpamProof) {
    return presentSnippet(await this.snippets.create(null, input.toInput(), me, proof), me, this.env.baseUrl);
  }
}
