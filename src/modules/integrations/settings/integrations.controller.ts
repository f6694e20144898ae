import { Controller, Delete, Get, HttpCode, Put, UseGuards } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { DescribedBody } from '../../../core/access/described-body.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Me, Paging, Sent, Target, TextParam } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import type { Precondition } from '../../../platform/http/unit-of-work/precondition.js';
import { SentPrecondition } from '../../../platform/http/unit-of-work/sent-precondition.decorator.js';
import type { IntegrationKind } from '../kinds/kind.js';
import { AvailableKinds } from './available-kinds.js';
import { IntegrationBodySchema } from './integration-body.schema.js';
import {
  FullIntegrationSchema,
  IntegrationSchema,
  presentFullIntegration,
  presentIntegration,
} from './integration.presenter.js';
import type { Integration } from './integration.js';
import { IntegrationSecrets } from './integration-secrets.js';
import { IntegrationsService } from './integrations.service.js';
import { SettingsGuard } from './settings.guard.js';

/** `services` is the older name (contract: integrations §1). */
@Controller(['projects/:id/integrations', 'projects/:id/services'])
@Allow({ on: 'project', role: Role.Maintainer })
export class IntegrationsController {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly kinds: AvailableKinds,
    private readonly secrets: IntegrationSecrets,
  ) {}

  @Get()
  @Answers([IntegrationSchema])
  async list(@Target() project: Project, @Paging() page: PageRequest) {
    const found = await this.integrations.list(project, page);
    return found.map((integration) => presentIntegration(integration, this.kinds.get(integration.slug)));
  }

  @Get(':slug')
  @Answers(FullIntegrationSchema)
  async show(@Target() project: Project, @TextParam('slug') slug: string) {
    const kind = this.kinds.get(slug);
    return this.present(await this.integrations.get(project, kind), kind);
  }

  @Put(':slug')
  @UseGuards(SettingsGuard)
  @DescribedBody(IntegrationBodySchema)
  @Answers(FullIntegrationSchema)
  async put(
    @Target() project: Project,
    @Me() caller: Caller,
    @TextParam('slug') slug: string,
    @Sent() sent: RawParams,
    @SentPrecondition() precondition: Precondition | undefined,
  ) {
    const kind = this.kinds.get(slug);
    return this.present(await this.integrations.put(project, kind, { sent, caller, precondition }), kind);
  }

  @Delete(':slug')
  @HttpCode(204)
  @Answers(null)
  async disable(@Target() project: Project, @Me() me: Caller, @TextParam('slug') slug: string) {
    await this.integrations.disable(project, this.kinds.get(slug), me);
  }

  private present(integration: Integration, kind: IntegrationKind) {
    return presentFullIntegration(integration, kind, this.secrets.openShown(integration, kind));
  }
}
