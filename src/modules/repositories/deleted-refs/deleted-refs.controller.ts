import { Controller, Get, Post } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { OwnTransactions } from '../../../platform/http/unit-of-work/own-transactions.decorator.js';
import { BranchSchema } from '../branches/branch.presenter.js';
import { TagSchema } from '../tags/tag.presenter.js';
import { DeletedRefSchema, presentDeletedRef } from './deleted-ref.presenter.js';
import { DeletedRefsService } from './deleted-refs.service.js';
import { ListDeletedRefsQuery, RestoreRefInput } from './deleted-refs.dto.js';
import { RestoredRefsService } from './restored-refs.service.js';

/** Contract: git §10.1. */
@Controller('projects/:id/repository/deleted_refs')
@Allow({ on: 'project', role: Role.Developer })
export class DeletedRefsController {
  constructor(
    private readonly refs: DeletedRefsService,
    private readonly restored: RestoredRefsService,
    private readonly env: Env,
  ) {}

  @Get()
  @Answers([DeletedRefSchema])
  async list(@Target() project: Project, @Paging() page: PageRequest, @Input() { type, search }: ListDeletedRefsQuery) {
    const found = await this.refs.list(project, { type, search }, page);
    return found.map((ref) => presentDeletedRef(ref, this.env.baseUrl));
  }

  @Post(':ref_id/restore')
  @OwnTransactions()
  @Answers(Type.Union([BranchSchema, TagSchema]))
  async restore(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('ref_id') id: number,
    @Input() { name }: RestoreRefInput,
  ) {
    return this.restored.show(project, await this.refs.restore(project, id, name, me), me);
  }
}
