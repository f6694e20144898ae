import { Controller, Get, Put } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { IdParam, Input, Paging, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { payloadPage } from '../payloads/payload-pages.js';
import {
  AlertOccurrenceSchema,
  AlertSchema,
  FullAlertSchema,
  presentAlert,
  presentCounts,
  presentFullAlert,
  presentOccurrence,
  StatusCountsSchema,
} from './alert.presenter.js';
import { CountAlertsQuery, ListAlertsQuery, UpdateAlertInput } from './alerts.dto.js';
import { AlertsService } from './alerts.service.js';

/** Contract: alerts §2.2, §8.5. */
@Controller('projects/:id/alert_management_alerts')
@Allow({ on: 'project', role: Role.Developer, membersOnly: true })
export class AlertsController {
  constructor(
    private readonly alerts: AlertsService,
    private readonly env: Env,
  ) {}

  @Get()
  @Answers([AlertSchema])
  async list(@Target() project: Project, @Paging() page: PageRequest, @Input() query: ListAlertsQuery) {
    const request = { page, orderBy: query.order_by, sort: query.sort };
    const found = await this.alerts.list(project, query.toFilters(), request);
    return found.map((alert) => presentAlert(alert, this.contextOf(project)));
  }

  @Get('status_counts')
  @Answers(StatusCountsSchema)
  async counts(@Target() project: Project, @Input() query: CountAlertsQuery) {
    return presentCounts(await this.alerts.counts(project, query.toFilters()));
  }

  @Get(':alert_id')
  @Answers(FullAlertSchema)
  async show(@Target() project: Project, @IdParam('alert_id') iid: number) {
    return presentFullAlert(await this.alerts.get(project, iid), this.contextOf(project));
  }

  @Put(':alert_id')
  @Answers(FullAlertSchema)
  async update(@Target() project: Project, @IdParam('alert_id') iid: number, @Input() input: UpdateAlertInput) {
    const { status, assignee_ids: assigneeIds } = input;
    const changed = await this.alerts.update(project, iid, { status, assigneeIds });
    return presentFullAlert(changed, this.contextOf(project));
  }

  @Get(':alert_id/occurrences')
  @Answers([AlertOccurrenceSchema])
  async occurrences(@Target() project: Project, @IdParam('alert_id') iid: number, @Paging() page: PageRequest) {
    const found = await this.alerts.occurrences(project, iid, page);
    return payloadPage(found, {
      member: 'payload',
      present: presentOccurrence,
      textOf: ({ payloadText }) => payloadText,
    });
  }

  private contextOf({ fullPath }: Project) {
    return { projectPath: fullPath, baseUrl: this.env.baseUrl };
  }
}
