import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Paging, Target, TextParam } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { OwnTransactions } from '../../../platform/http/unit-of-work/own-transactions.decorator.js';
import type { Precondition } from '../../../platform/http/unit-of-work/precondition.js';
import { SentPrecondition } from '../../../platform/http/unit-of-work/sent-precondition.decorator.js';
import { CODE_READ_SCOPES, CodeProjectResolver } from '../project-code/code-project.resolver.js';
import { isMet } from '../is-met.js';
import { BranchViewsService } from './branch-views.service.js';
import { BranchWritesService } from './branch-writes.service.js';
import { BranchSchema, presentBranch } from './branch.presenter.js';
import { BranchesService } from './branches.service.js';
import { CreateBranchInput, ListBranchesQuery } from './branches.dto.js';

/** Contract: git §3.1. */
@Controller('projects/:id/repository/branches')
export class BranchesController {
  constructor(
    private readonly branches: BranchesService,
    private readonly writes: BranchWritesService,
    private readonly viewers: BranchViewsService,
  ) {}

  @Get()
  @Allow({ on: CodeProjectResolver, anonymous: true, scopes: CODE_READ_SCOPES })
  @Answers([BranchSchema])
  async list(
    @Target() project: Project,
    @Me() me: Caller,
    @Paging('none') page: PageRequest,
    @Input() { search, regex, sort = 'name_asc' }: ListBranchesQuery,
  ) {
    const found = await this.branches.list(project, { search, regex }, sort, page);
    const viewer = await this.viewers.of(project, me);
    return found.map((branch) => presentBranch(branch, viewer));
  }

  @Get(':branch')
  @Allow({ on: CodeProjectResolver, anonymous: true, scopes: CODE_READ_SCOPES })
  @Answers(BranchSchema)
  async show(@Target() project: Project, @Me() me: Caller, @TextParam('branch') name: string) {
    return presentBranch(await this.branches.get(project, name), await this.viewers.of(project, me));
  }

  @Post()
  @Allow({ on: 'project', role: Role.Developer })
  @OwnTransactions()
  @Answers(BranchSchema)
  async create(@Target() project: Project, @Me() me: Caller, @Input() { branch: name, ref }: CreateBranchInput) {
    const branch = await this.writes.create(project, name, ref, me);
    return presentBranch(branch, await this.viewers.of(project, me));
  }

  @Delete(':branch')
  @HttpCode(204)
  @Allow({ on: 'project', role: Role.Developer })
  @OwnTransactions()
  @Answers(null)
  async delete(
    @Target() project: Project,
    @Me() me: Caller,
    @TextParam('branch') name: string,
    @SentPrecondition() precondition: Precondition | undefined,
  ) {
    const viewer = await this.viewers.of(project, me);
    await this.writes.delete(project, name, me, (branch) => isMet(precondition, presentBranch(branch, viewer)));
  }
}
