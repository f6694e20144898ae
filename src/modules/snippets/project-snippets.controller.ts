import { Controller, Get, Post } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Allow } from '../../core/access/allow.decorator.js';
import { Answers } from '../../core/access/answers.decorator.js';
import { TakesBody } from '../../core/access/body-limits.decorator.js';
import type { Caller } from '../../core/access/caller.js';
import { Input, Me, Paging, Target } from '../../core/access/request.decorators.js';
import { Role } from '../../core/access/role.js';
import type { Project } from '../../core/projects/project.js';
import { SentProof } from '../../core/spam/spam-proof.js';
import type { SpamProof } from '../../core/spam/spam-proof.js';
import { CreateSnippetInput } from './snippets.dto.js';
import { SNIPPET_BODY } from './snippet-body.js';
import { SnippetOfProjectResolver } from './snippet-of-project.resolver.js';
import { snippetRoutes } from './snippet-routes.js';
import { presentSnippet, SnippetSchema } from './snippet.presenter.js';

/** Contract: core §8. */
@Controller('projects/:id/snippets')
export class ProjectSnippetsController extends snippetRoutes(SnippetOfProjectResolver) {
  @Get()
  @Allow({ on: 'project', anonymous: true })
  @Answers([SnippetSchema])
  async list(@Target() project: Project, @Me() me: Caller, @Paging() page: PageRequest) {
    const found = await this.snippets.list({ projectId: project.id }, page, me);
    return found.map((snippet) => presentSnippet(snippet, me, this.env.baseUrl));
  }

  @Post()
  @Allow({ on: 'project', role: Role.Reporter })
  @TakesBody(SNIPPET_BODY)
  @Answers(SnippetSchema)
  async create(
    @Target() project: Project,
    @Me() me: Caller,
    @Input() input: CreateSnippetInput,
    @SentProof() proof: SpamProof,
  ) {
    return presentSnippet(await this.snippets.create(project, input.toInput(), me, proof), me, this.env.baseUrl);
  }
}
