import { Controller, Delete, Get, Header, HttpCode, Post, Put } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Allow } from '../../core/access/allow.decorator.js';
import { Answers } from '../../core/access/answers.decorator.js';
import type { Caller } from '../../core/access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../../core/access/request.decorators.js';
import { Role } from '../../core/access/role.js';
import { PipelineSummarySchema, presentPipelineSummary } from '../pipelines/pipeline.presenter.js';
import type { Project } from '../../core/projects/project.js';
import { Env } from '../../platform/config/env.js';
import { CreateTriggerInput, RotateTriggerInput, triggerChanges, UpdateTriggerInput } from './triggers.dto.js';
import { TriggerSchema } from './trigger.presenter.js';
import { TriggerViewsService } from './trigger-views.service.js';
import { TriggersService } from './triggers.service.js';

/** Contract: triggers §1, §16. */
@Controller('projects/:id/triggers')
@Allow({ on: 'project', role: Role.Maintainer })
export class TriggersController {
  constructor(
    private readonly triggers: TriggersService,
    private readonly views: TriggerViewsService,
    private readonly env: Env,
  ) {}

  @Get()
  @Answers([TriggerSchema])
  async list(@Target() project: Project, @Me() me: Caller, @Paging() page: PageRequest) {
    return (await this.triggers.list(project, page)).map((trigger) => this.views.of(trigger, me));
  }

  @Get(':trigger_id')
  @Answers(TriggerSchema)
  async show(@Target() project: Project, @Me() me: Caller, @IdParam('trigger_id') id: number) {
    return this.views.of(await this.triggers.get(project, id), me);
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @Answers(TriggerSchema)
  async create(@Target() project: Project, @Me() me: Caller, @Input() input: CreateTriggerInput) {
    const { description, expires_at: expiresAt = null } = input;
    const { allowed_refs: allowedRefs = null, allowed_variables: allowedVariables = null } = input;
    const fields = { description, expiresAt, allowedRefs, allowedVariables };
    return this.views.of(await this.triggers.create(project, fields, me), me);
  }

  @Put(':trigger_id')
  @Answers(TriggerSchema)
  async update(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('trigger_id') id: number,
    @Input() input: UpdateTriggerInput,
  ) {
    return this.views.of(await this.triggers.update(project, id, triggerChanges(input), me), me);
  }

  @Post(':trigger_id/rotate')
  @Header('Cache-Control', 'no-store')
  @Answers(TriggerSchema)
  async rotate(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('trigger_id') id: number,
    @Input() { keep_old_for: keepSeconds = 0, expires_at: expiresAt }: RotateTriggerInput,
  ) {
    return this.views.of(await this.triggers.rotate(project, id, { keepSeconds, expiresAt }, me), me);
  }

  @Get(':trigger_id/pipelines')
  @Answers([PipelineSummarySchema])
  async pipelines(@Target() project: Project, @IdParam('trigger_id') id: number, @Paging() page: PageRequest) {
    const found = await this.triggers.pipelinesOf(project, id, page);
    return found.map((pipeline) => presentPipelineSummary(pipeline, this.env.baseUrl));
  }

  @Delete(':trigger_id')
  @HttpCode(204)
  @Answers(null)
  async delete(@Target() project: Project, @Me() me: Caller, @IdParam('trigger_id') id: number) {
    await this.triggers.delete(project, id, me);
  }
}
