import { Controller, Delete, Get, Header, HttpCode, Post, Put } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Paging, Target } from '../../../core/access/request.decorators.js';
import { WRITE_SCOPES } from '../../../core/access/scope.js';
import type { Application } from './application.js';
import {
  ApplicationSchema,
  presentApplication,
  presentRegistered,
  RegisteredApplicationSchema,
} from './application.presenter.js';
import { ApplicationTargetResolver } from './application-target.resolver.js';
import { ApplicationsService } from './applications.service.js';
import { applicationChanges, newApplication } from './application-fields.js';
import { CreateApplicationInput, RenewSecretInput, UpdateApplicationInput } from './applications.dto.js';

const ONE = { on: ApplicationTargetResolver, role: 'admin', scopes: WRITE_SCOPES, rightsFirst: true } as const;

/** Contract: oauth §3. */
@Controller('applications')
@Allow({ on: 'instance', role: 'admin', scopes: WRITE_SCOPES })
export class ApplicationsController {
  constructor(private readonly applications: ApplicationsService) {}

  @Get()
  @Answers([ApplicationSchema])
  async list(@Paging() page: PageRequest) {
    return (await this.applications.list(page)).map(presentApplication);
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @Answers(RegisteredApplicationSchema)
  async create(@Me() me: Caller, @Input() input: CreateApplicationInput) {
    return presentRegistered(await this.applications.create(newApplication(input), null, me));
  }

  @Get(':id')
  @Allow(ONE)
  @Answers(ApplicationSchema)
  show(@Target() application: Application) {
    return presentApplication(application);
  }

  @Put(':id')
  @Allow(ONE)
  @Answers(ApplicationSchema)
  async update(@Target() application: Application, @Me() me: Caller, @Input() input: UpdateApplicationInput) {
    return presentApplication(await this.applications.update(application, applicationChanges(input), me));
  }

  @Delete(':id')
  @Allow(ONE)
  @HttpCode(204)
  @Answers(null)
  async delete(@Target() application: Application) {
    await this.applications.delete(application);
  }

  @Post(':id/renew-secret')
  @Allow(ONE)
  @Header('Cache-Control', 'no-store')
  @Answers(RegisteredApplicationSchema)
  async renewSecret(@Target() application: Application, @Input() input: RenewSecretInput) {
    return presentRegistered(await this.applications.renewSecret(application, input.keep_old_for ?? 0));
  }
}
