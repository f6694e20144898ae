import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PageController, PathText, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { AvailableKinds } from '../settings/available-kinds.js';
import { IntegrationSecrets } from '../settings/integration-secrets.js';
import { IntegrationsService } from '../settings/integrations.service.js';
import { integrationAddress } from './integration-addresses.js';
import { integrationPage } from './integration.page.js';
import { IntegrationPagesService } from './integration-pages.service.js';
import { integrationsPage } from './integrations.page.js';
import { formOf, formSent, readForm } from './settings-form.js';

/** Pages with a project's integrations and their settings, for Maintainers (contract: integrations §1, §3). */
@PageController('*project/-/integrations', { who: 'signed-in' })
export class IntegrationPagesController {
  constructor(
    private readonly pages: IntegrationPagesService,
    private readonly integrations: IntegrationsService,
    private readonly kinds: AvailableKinds,
    private readonly secrets: IntegrationSecrets,
  ) {}

  @Get()
  async list(@PathText('project') path: string, @Web() web: WebContext) {
    const context = await this.pages.open(path, web);
    const integrations = await this.integrations.all(context.project);
    return page(integrationsPage(context, { kinds: this.kinds.all, integrations }));
  }

  @Get(':slug')
  async show(@PathText('project') path: string, @PathText('slug') slug: string, @Web() web: WebContext) {
    const context = await this.pages.openKind(path, slug, web);
    const { kind, project } = context;
    const integration = await this.integrations.find(project, kind);
    const sealed = integration ? this.secrets.openShown(integration, kind) : new Map<string, string>();
    return page(integrationPage(context, { integration, form: formOf(kind, integration, sealed), frame: web.frame }));
  }

  /** Forms cannot send PUT or DELETE. */
  @Post(':slug')
  async save(
    @PathText('project') path: string,
    @PathText('slug') slug: string,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    const context = await this.pages.openKind(path, slug, web);
    const { kind, project } = context;
    const here = integrationAddress(context, kind.slug);
    if (fields._method === 'delete') {
      await this.integrations.disable(project, kind, web.caller);
      return seeOther(here);
    }
    const sent = readForm(kind, fields);
    const outcome = await refusedFields(() => this.integrations.put(project, kind, { sent, caller: web.caller }));
    if ('done' in outcome) {
      return seeOther(here);
    }
    const integration = await this.integrations.find(project, kind);
    const facts = { integration, form: formSent(kind, sent), frame: web.frame, errors: outcome.errors };
    return page(integrationPage(context, facts), { status: 422 });
  }
}
