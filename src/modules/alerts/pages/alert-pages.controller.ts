import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Role } from '../../../core/access/role.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { Fields, PageController, PathId, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { textIn } from '../../../platform/views/form-text.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { ALERT_STATUSES } from '../alert-words.js';
import { IncidentsService } from '../incidents/incidents.service.js';
import { presentCounts } from '../management/alert.presenter.js';
import { AlertsService } from '../management/alerts.service.js';
import { ProjectPagesService } from '../../../core/projects/pages/project-pages.service.js';
import { alertPage } from './alert.page.js';
import type { RefusedForm } from './alert.page.js';
import { filtersOf, readAlertQuery, requestOf, statusesOf } from './alert-query.js';
import { alertAddress, alertsPage } from './alerts.page.js';
import { AssigneeFieldService } from './assignee-field.service.js';
import { beside } from './beside-fields.js';

const OCCURRENCES = 100;

/** Pages of a project's alerts, for Developers (contract: alerts §4 Pages). */
@PageController('*project/-/alert_management', { who: 'signed-in' })
export class AlertPagesController {
  constructor(
    private readonly projects: ProjectPagesService,
    private readonly alerts: AlertsService,
    private readonly incidents: IncidentsService,
    private readonly assignees: AssigneeFieldService,
  ) {}

  @Get()
  async list(@PathText('project') path: string, @QueryFields() fields: RawParams, @Web() web: WebContext) {
    const context = await this.projects.openFor(Role.Developer, path, web);
    const query = readAlertQuery(fields);
    const filters = filtersOf(query);
    const [alerts, counts] = await Promise.all([
      this.alerts.list(context.project, { ...filters, statuses: statusesOf(query) }, requestOf(query, fields)),
      this.alerts.counts(context.project, filters),
    ]);
    return page(alertsPage({ context, query, alerts, counts: presentCounts(counts) }));
  }

  @Get(':alert_id/details')
  async show(
    @PathText('project') path: string,
    @PathId('alert_id') iid: number,
    @QueryFields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    return this.page(await this.projects.openFor(Role.Developer, path, web), { iid, fields }, web);
  }

  @Post(':alert_id/details')
  async change(
    @PathText('project') path: string,
    @PathId('alert_id') iid: number,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    const context = await this.projects.openFor(Role.Developer, path, web);
    const outcome = await refusedFields(async () => {
      const status = ALERT_STATUSES.find((one) => one === textIn(fields, 'status'));
      const assigneeIds = await this.assignees.idsIn(fields);
      return beside(this.alerts.update(context.project, iid, { status, assigneeIds }));
    });
    return 'errors' in outcome
      ? this.page(context, { iid, fields: {}, refused: { sent: fields, errors: outcome.errors } }, web)
      : seeOther(alertAddress(context, iid));
  }

  @Post(':alert_id/incident')
  async createIncident(@PathText('project') path: string, @PathId('alert_id') iid: number, @Web() web: WebContext) {
    const context = await this.projects.openFor(Role.Developer, path, web);
    const incident = await this.incidents.createFor(context.project, iid, web.caller);
    return seeOther(`${context.address}/-/incidents/${incident.iid}`);
  }

  private async page(
    context: ProjectPageContext,
    { iid, fields, refused }: { readonly iid: number; readonly fields: RawParams; readonly refused?: RefusedForm },
    { frame }: WebContext,
  ): Promise<WebAnswer> {
    const alert = await this.alerts.get(context.project, iid);
    const request = { ...pageIn(fields), perPage: OCCURRENCES };
    const occurrences = await this.alerts.occurrences(context.project, iid, request);
    const facts = { context, frame, alert, occurrences, ...(refused ? { refused } : {}) };
    return page(alertPage(facts), refused ? { status: 422 } : {});
  }
}
