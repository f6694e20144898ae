import { Controller, Get, Put } from '@nestjs/common';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { IncidentSettingsSchema, presentIncidentSettings } from './incident.presenter.js';
import { IncidentSettingsService } from './incident-settings.service.js';
import { IncidentSettingsInput } from './incidents.dto.js';

/** Contract: alerts §3. */
@Controller('projects/:id/incident_management_settings')
@Allow({ on: 'project', role: Role.Developer })
export class IncidentSettingsController {
  constructor(private readonly settings: IncidentSettingsService) {}

  @Get()
  @Answers(IncidentSettingsSchema)
  async show(@Target() project: Project) {
    return presentIncidentSettings(await this.settings.get(project));
  }

  @Put()
  @Allow({ on: 'project', role: Role.Maintainer })
  @Answers(IncidentSettingsSchema)
  async update(@Target() project: Project, @Me() me: Caller, @Input() input: IncidentSettingsInput) {
    const { create_issue: createIssue, auto_close_incident: autoCloseIncident, send_email: sendEmail } = input;
    return presentIncidentSettings(await this.settings.set(project, { createIssue, autoCloseIncident, sendEmail }, me));
  }
}
