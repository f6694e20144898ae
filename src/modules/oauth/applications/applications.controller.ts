import { Controller, Delete, Get, Header, HttpCode, Post, Put } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Paging, TextParam } from '../../../core/access/request.decorators.js';
import {
  ApplicationSchema,
  presentApplication,
  presentRegistered,
  RegisteredApplicationSchema,
} from './application.presenter.js';
import { ApplicationsService } from './applications.service.js';
import { applicationChanges, newApplication } from './application-fields.js';
import { CreateApplicationInput, RenewSecretInput, UpdateApplicationInput } from './applications.dto.js';

/** Contract: oauth §3. */
@Controller('applications')
@Allow({ on: 'instance', role: 'admin' })
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
  @Answers(ApplicationSchema)
  async show(@TextParam('id') id: string) {
    return presentApplication(await this.applications.getByName(id));
  }

  @Put(':id')
  @Answers(ApplicationSchema)
  async update(@TextParam('id') id: string, @Me() me: Caller, @Input() input: UpdateApplicationInput) {
    const application = await this.applications.getByName(id);
    return presentApplication(await this.applications.update(application, applicationChanges(input), me));
  }

  @Delete(':id')
  @HttpCode(204)
  @Answers(null)
  async delete(@TextParam('id') id: string) {
    await this.applications.delete(await this.applications.getByName(id));
  }

  @Post(':id/renew-secret')
  @Header('Cache-Control', 'no-store')
  @Answers(RegisteredApplicationSchema)
  async renewSecret(@TextParam('id') id: string, @Input() input: RenewSecretInput) {
    const application = await this.applications.getByName(id);
    return presentRegistered(await this.applications.renewSecret(application, input.keep_old_for ?? 0));
  }
}
