import { Controller, Get, Post, Put } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { IncidentSchema, presentIncident } from './incident.presenter.js';
import { ListIncidentsQuery, UpdateIncidentInput } from './incidents.dto.js';
import type { Incident } from './incident.js';
import { IncidentsService } from './incidents.service.js';

/** Contract: alerts §2.2, §3. */
@Controller('projects/:id')
@Allow({ on: 'project', role: Role.Developer, membersOnly: true })
export class IncidentsController {
  constructor(
    private readonly incidents: IncidentsService,
    private readonly env: Env,
  ) {}

  @Get('incidents')
  @Allow({ on: 'project', role: Role.Reporter, membersOnly: true })
  @Answers([IncidentSchema])
  async list(@Target() project: Project, @Paging() page: PageRequest, @Input() query: ListIncidentsQuery) {
    const request = { page, orderBy: query.order_by, sort: query.sort };
    const found = await this.incidents.list(project, query.toFilters(), request);
    return found.map((incident) => this.present(project, incident));
  }

  @Get('incidents/:incident_id')
  @Allow({ on: 'project', role: Role.Reporter, membersOnly: true })
  @Answers(IncidentSchema)
  async show(@Target() project: Project, @IdParam('incident_id') iid: number) {
    return this.present(project, await this.incidents.get(project, iid));
  }

  @Put('incidents/:incident_id')
  @Answers(IncidentSchema)
  async update(
    @Target() project: Project,
    @Me() me: Caller,
    @IdParam('incident_id') iid: number,
    @Input() input: UpdateIncidentInput,
  ) {
    return this.present(project, await this.incidents.update(project, iid, input.toChanges(), me));
  }

  @Post('alert_management_alerts/:alert_id/incident')
  @Answers(IncidentSchema)
  async create(@Target() project: Project, @Me() me: Caller, @IdParam('alert_id') iid: number) {
    return this.present(project, await this.incidents.createFor(project, iid, me));
  }

  private present(project: Project, incident: Incident) {
    return presentIncident(incident, { projectPath: project.fullPath, baseUrl: this.env.baseUrl });
  }
}
