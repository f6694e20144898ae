import { Delete, Get, HttpCode, Injectable, Put, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../platform/http/http-types.js';
import { Env } from '../../platform/config/env.js';
import { Allow } from '../../core/access/allow.decorator.js';
import type { AllowRule } from '../../core/access/allow.decorator.js';
import { Answers } from '../../core/access/answers.decorator.js';
import { TakesBody } from '../../core/access/body-limits.decorator.js';
import type { Caller } from '../../core/access/caller.js';
import { Input, Me, Target, TextParam } from '../../core/access/request.decorators.js';
import { Role } from '../../core/access/role.js';
import { sendContent } from '../repositories/reads/send-content.js';
import { SentProof } from '../../core/spam/spam-proof.js';
import type { SpamProof } from '../../core/spam/spam-proof.js';
import { UpdateSnippetInput } from './snippets.dto.js';
import { SNIPPET_BODY } from './snippet-body.js';
import { SnippetContentsService } from './snippet-contents.service.js';
import { presentSnippet, SnippetSchema } from './snippet.presenter.js';
import type { Snippet } from './snippet.js';
import { SnippetsService } from './snippets.service.js';
import { inRanges, PlainText } from '../../common/wire/wire-types.js';

/** The routes of a single snippet; they differ only in how the path names it (contract: core §8). */
export function snippetRoutes(on: AllowRule['on']) {
  @Injectable()
  abstract class SnippetRoutes {
    constructor(
      readonly snippets: SnippetsService,
      readonly contents: SnippetContentsService,
      readonly env: Env,
    ) {}

    @Get(':snippet_id')
    @Allow({ on, anonymous: true })
    @Answers(SnippetSchema)
    show(@Target() snippet: Snippet, @Me() me: Caller) {
      return presentSnippet(snippet, me, this.env.baseUrl);
    }

    @Put(':snippet_id')
    @Allow({ on, role: Role.Maintainer })
    @TakesBody(SNIPPET_BODY)
    @Answers(SnippetSchema)
    async update(
      @Target() snippet: Snippet,
      @Me() me: Caller,
      @Input() input: UpdateSnippetInput,
      @SentProof() proof: SpamProof,
    ) {
      const changed = await this.snippets.update(snippet, input.toUpdate(), me, proof);
      return presentSnippet(changed, me, this.env.baseUrl);
    }

    @Delete(':snippet_id')
    @HttpCode(204)
    @Allow({ on, role: Role.Maintainer })
    @Answers(null)
    async delete(@Target() snippet: Snippet, @Me() me: Caller) {
      await this.snippets.delete(snippet, me);
    }

    @Get(':snippet_id/raw')
    @Allow({ on, anonymous: true })
    @Answers(inRanges(PlainText))
    async raw(@Target() snippet: Snippet, @Req() request: HttpRequest, @Res() response: HttpResponse) {
      const [first = ''] = snippet.files;
      await this.contents.first(snippet, (blob) => sendContent(request, response, blob, first, 'text'));
    }

    @Get(':snippet_id/files/:ref/:file_path/raw')
    @Allow({ on, anonymous: true })
    @Answers(inRanges(PlainText))
    async file(
      @Target() snippet: Snippet,
      @TextParam('ref') ref: string,
      @TextParam('file_path') path: string,
      @Req() request: HttpRequest,
      @Res() response: HttpResponse,
    ) {
      await this.contents.file(snippet, ref, path, (blob) => sendContent(request, response, blob, path, 'text'));
    }
  }
  return SnippetRoutes;
}
