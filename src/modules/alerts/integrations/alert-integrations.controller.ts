import { Controller, Delete, Get, Header, HttpCode, Post, Put } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { DAY_SECONDS } from '../../../common/time/units.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { payloadPage } from '../payloads/payload-pages.js';
import { AlertIntegrationViewsService } from './alert-integration-views.service.js';
import { AlertIntegrationSchema, SigningIntegrationSchema } from './alert-integration.presenter.js';
import {
  CreateAlertIntegrationInput,
  ListAlertIntegrationsQuery,
  SigningSecretInput,
  UpdateAlertIntegrationInput,
} from './alert-integrations.dto.js';
import { AlertIntegrationsService } from './alert-integrations.service.js';

/** Contract: alerts §8.4. */
const DEFAULT_GRACE = DAY_SECONDS;
const READ = { on: 'project', role: Role.Developer, membersOnly: true } as const;

/** Contract: alerts §4, §8.4. */
@Controller('projects/:id/alert_integrations')
@Allow({ on: 'project', role: Role.Maintainer, membersOnly: true })
export class AlertIntegrationsController {
  constructor(
    private readonly integrations: AlertIntegrationsService,
    private readonly views: AlertIntegrationViewsService,
  ) {}

  @Get()
  @Allow(READ)
  @Answers([AlertIntegrationSchema])
  async list(
    @Target() project: Project,
    @Me() me: Caller,
    @Paging() page: PageRequest,
    @Input() query: ListAlertIntegrationsQuery,
  ) {
    const found = await this.integrations.list(project, { type: query.type, active: query.active }, page);
    return payloadPage(found, {
      member: 'payload_example',
      present: (integration) => this.views.listed(integration, project, me),
      textOf: ({ payloadExampleText }) => payloadExampleText ?? 'null',
    });
  }

  @Get(':integration_id')
  @Allow(READ)
  @Answers(AlertIntegrationSchema)
  async show(@Target() project: Project, @Me() me: Caller, @IdParam('integration_id') id: number) {
    return this.views.of(await this.integrations.get(project, id), project, me);
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @Answers(AlertIntegrationSchema)
  async create(@Target() project: Project, @Me() me: Caller, @Input() input: CreateAlertIntegrationInput) {
    const fields = { ...input.toChanges(), name: input.name, type: input.type ?? 'http' } as const;
    return this.views.of(await this.integrations.create(project, fields, me), project, me);
  }

  @Put(':integration_id')
  @Answers(AlertIntegrationSchema)
  async update(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('integration_id') id: number,
    @Input() input: UpdateAlertIntegrationInput,
  ) {
    return this.views.of(await this.integrations.update(project, id, input.toChanges(), me), project, me);
  }

  @Delete(':integration_id')
  @HttpCode(204)
  @Answers(null)
  async delete(@Target() project: Project, @Me() me: Caller, @IdParam('integration_id') id: number) {
    await this.integrations.delete(project, id, me);
  }

  @Post(':integration_id/reset_token')
  @Header('Cache-Control', 'no-store')
  @Answers(AlertIntegrationSchema)
  async resetKey(@Target() project: Project, @Me() me: Caller, @IdParam('integration_id') id: number) {
    return this.views.of(await this.integrations.resetKey(project, id, me), project, me);
  }

  @Post(':integration_id/signing_secret')
  @Header('Cache-Control', 'no-store')
  @Answers(SigningIntegrationSchema)
  async addSecret(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('integration_id') id: number,
    @Input() { grace = DEFAULT_GRACE }: SigningSecretInput,
  ) {
    const { integration, secret } = await this.integrations.addSigningSecret(project, id, grace, me);
    return { ...this.views.of(integration, project, me), signing_secret: secret };
  }

  @Delete(':integration_id/signing_secret')
  @HttpCode(204)
  @Answers(null)
  dropSecrets(@Target() project: Project, @Me() me: Caller, @IdParam('integration_id') id: number) {
    return this.integrations.dropSigningSecrets(project, id, me);
  }
}
