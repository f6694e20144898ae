import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Role } from '../../../core/access/role.js';
import { Fields, PageController, PathId, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { textIn } from '../../../platform/views/form-text.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { INCIDENT_STATES } from '../alert-words.js';
import { STATE_EVENTS } from '../incidents/incident.js';
import { IncidentsService } from '../incidents/incidents.service.js';
import { hasRole, ProjectPagesService } from '../../../core/projects/pages/project-pages.service.js';
import { incidentAddress, incidentPage, incidentsPage } from './incidents.page.js';

/** Pages of a project's incidents, for Reporters (contract: alerts §4 Pages). */
@PageController('*project/-/incidents', { who: 'signed-in' })
export class IncidentPagesController {
  constructor(
    private readonly projects: ProjectPagesService,
    private readonly incidents: IncidentsService,
  ) {}

  @Get()
  async list(@PathText('project') path: string, @QueryFields() fields: RawParams, @Web() web: WebContext) {
    const context = await this.projects.openFor(Role.Reporter, path, web);
    const states = INCIDENT_STATES.filter((state) => state === textIn(fields, 'state'));
    const search = textIn(fields, 'search').slice(0, 255);
    const filters = {
      states: states.length === 0 ? undefined : states,
      severities: undefined,
      search: search === '' ? undefined : search,
    };
    const request = { page: pageIn(fields), orderBy: 'created_at', sort: 'desc' } as const;
    const found = await this.incidents.list(context.project, filters, request);
    return page(incidentsPage(context, { search, state: states[0] ?? '' }, found));
  }

  @Get(':incident_id')
  async show(@PathText('project') path: string, @PathId('incident_id') iid: number, @Web() web: WebContext) {
    const context = await this.projects.openFor(Role.Reporter, path, web);
    const incident = await this.incidents.get(context.project, iid);
    const mayChange = !context.project.archived && hasRole(context, Role.Developer, web);
    return page(incidentPage({ context, frame: web.frame, incident, mayChange }));
  }

  @Post(':incident_id')
  async change(
    @PathText('project') path: string,
    @PathId('incident_id') iid: number,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    const context = await this.projects.openFor(Role.Developer, path, web);
    const stateEvent = STATE_EVENTS.find((event) => event === textIn(fields, 'state_event'));
    await this.incidents.update(context.project, iid, { stateEvent }, web.caller);
    return seeOther(incidentAddress(context, iid));
  }
}
