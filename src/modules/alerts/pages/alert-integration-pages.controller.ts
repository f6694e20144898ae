import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { Role } from '../../../core/access/role.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { Fields, PageController, PathId, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { textIn } from '../../../platform/views/form-text.js';
import { html } from '../../../platform/views/html.js';
import type { Insert } from '../../../platform/views/html.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { TestAlertInput } from '../intake/test-alert.dto.js';
import { TestAlertsService } from '../intake/test-alerts.service.js';
import { AlertIntegrationViewsService } from '../integrations/alert-integration-views.service.js';
import type { AlertIntegration } from '../integrations/alert-integration.js';
import { CreateAlertIntegrationInput, UpdateAlertIntegrationInput } from '../integrations/alert-integrations.dto.js';
import { AlertIntegrationsService } from '../integrations/alert-integrations.service.js';
import { formOf, parametersIn, typedIn } from './alert-integration-form.js';
import {
  EMPTY_FORM,
  hereOf,
  integrationPage,
  integrationsPage,
  newIntegrationPage,
} from './alert-integrations.page.js';
import type { IntegrationFacts } from './alert-integrations.page.js';
import { hasRole, ProjectPagesService } from '../../../core/projects/pages/project-pages.service.js';
import { alertAddress } from './alerts.page.js';
import { beside } from './beside-fields.js';

type Shown = Partial<Pick<IntegrationFacts, 'notice' | 'tried' | 'errors' | 'values'>>;

/** Pages of alert integrations: Developers may read and test, Maintainers may change (contract: alerts §4 Pages). */
@PageController('*project/-/settings/alert_integrations', { who: 'signed-in' })
export class AlertIntegrationPagesController {
  constructor(
    private readonly projects: ProjectPagesService,
    private readonly integrations: AlertIntegrationsService,
    private readonly views: AlertIntegrationViewsService,
    private readonly tests: TestAlertsService,
  ) {}

  @Get()
  async list(@PathText('project') path: string, @QueryFields() fields: RawParams, @Web() web: WebContext) {
    const context = await this.projects.openFor(Role.Developer, path, web);
    const found = await this.integrations.list(context.project, {}, pageIn(fields));
    const shown = found.map((one) => this.views.listed(one, context.project, web.caller));
    return page(integrationsPage({ context }, shown, hasRole(context, Role.Maintainer, web)));
  }

  @Get('new')
  async blank(@PathText('project') path: string, @Web() web: WebContext) {
    const context = await this.projects.openFor(Role.Maintainer, path, web);
    return page(newIntegrationPage({ context, frame: web.frame }, EMPTY_FORM));
  }

  @Post()
  async create(@PathText('project') path: string, @Fields() fields: RawParams, @Web() web: WebContext) {
    const context = await this.projects.openFor(Role.Maintainer, path, web);
    const outcome = await refusedFields(async () => {
      const input = readInput(CreateAlertIntegrationInput, { name: '', ...parametersIn(fields) });
      const integration = { ...input.toChanges(), name: input.name, type: input.type ?? 'http' } as const;
      return beside(this.integrations.create(context.project, integration, web.caller));
    });
    if ('errors' in outcome) {
      const facts = { context, frame: web.frame, errors: outcome.errors };
      return page(newIntegrationPage(facts, typedIn(fields)), { status: 422 });
    }
    return this.shown(context, outcome.done, web, { notice: 'The alert integration was saved.' });
  }

  @Get(':integration_id')
  async show(@PathText('project') path: string, @PathId('integration_id') id: number, @Web() web: WebContext) {
    const context = await this.projects.openFor(Role.Developer, path, web);
    return this.shown(context, await this.integrations.get(context.project, id), web);
  }

  @Post(':integration_id')
  async change(
    @PathText('project') path: string,
    @PathId('integration_id') id: number,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    const context = await this.projects.openFor(Role.Maintainer, path, web);
    if (textIn(fields, '_method') === 'delete') {
      await this.integrations.delete(context.project, id, web.caller);
      return seeOther(hereOf(context));
    }
    const outcome = await refusedFields(async () => {
      const changes = readInput(UpdateAlertIntegrationInput, parametersIn(fields)).toChanges();
      return beside(this.integrations.update(context.project, id, changes, web.caller));
    });
    if ('errors' in outcome) {
      const integration = await this.integrations.get(context.project, id);
      return this.shown(context, integration, web, { errors: outcome.errors, values: typedIn(fields) });
    }
    return this.shown(context, outcome.done, web, { notice: 'The alert integration was changed.' });
  }

  @Post(':integration_id/reset_token')
  async resetKey(@PathText('project') path: string, @PathId('integration_id') id: number, @Web() web: WebContext) {
    const context = await this.projects.openFor(Role.Maintainer, path, web);
    const integration = await this.integrations.resetKey(context.project, id, web.caller);
    return this.shown(context, integration, web, { notice: 'The key was reset. The old one is refused.' });
  }

  @Post(':integration_id/test')
  async test(
    @PathText('project') path: string,
    @PathId('integration_id') id: number,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    const context = await this.projects.openFor(Role.Developer, path, web);
    const integration = await this.integrations.get(context.project, id);
    const typed = textIn(fields, 'payload');
    const outcome = await refusedFields(async () => {
      const sent = typed.trim() === '' ? {} : { payload: typed };
      const { payload, dry_run: isDryRun = false } = readInput(TestAlertInput, { ...sent, dry_run: fields.dry_run });
      const { json } = await beside(this.tests.send(context.project, id, { payload, isDryRun }));
      return { isDryRun, answer: JSON.parse(json) as unknown };
    });
    if ('errors' in outcome) {
      const tried = { payload: typed, result: '' };
      return this.shown(context, integration, web, { errors: outcome.errors, tried });
    }
    const { isDryRun, answer } = outcome.done;
    const result = isDryRun ? explained(answer) : named(context, answer);
    return this.shown(context, integration, web, { tried: { payload: typed, result } });
  }

  private shown(context: ProjectPageContext, found: AlertIntegration, web: WebContext, shown: Shown = {}): WebAnswer {
    const integration = this.views.of(found, context.project, web.caller);
    const mayChange = hasRole(context, Role.Maintainer, web);
    const facts = { context, frame: web.frame, integration, values: formOf(integration), mayChange, ...shown };
    return page(integrationPage(facts), shown.errors ? { status: 422 } : {});
  }
}

/** Shows what each field would become. */
const explained = (answer: unknown): Insert => html`<pre class="log">${JSON.stringify(answer, null, 2)}</pre>`;

/** Shows the alerts that were created or found. */
const named = (context: ProjectPageContext, answer: unknown): Insert =>
  html`<ul>
    ${(Array.isArray(answer) ? answer : []).map(
      (one: { readonly iid: number; readonly title: string }) =>
        html`<li><a href="${alertAddress(context, one.iid)}">#${one.iid} ${one.title}</a></li>`,
    )}
  </ul>`;
