import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { auditedProject, projectAsTarget } from '../../../core/projects/project-audit.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import type { IncidentSettings } from '../records/incident-settings.js';
import { IncidentSettingsRepository } from '../records/incident-settings.repository.js';

type Changes = { readonly [K in keyof IncidentSettings]?: boolean | undefined };

/** Contract: alerts §3. */
@Injectable()
export class IncidentSettingsService {
  constructor(
    private readonly settings: IncidentSettingsRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  get(project: Project): Promise<IncidentSettings> {
    return this.settings.get(project.id);
  }

  /** Absent fields keep their values. */
  set(project: Project, changes: Changes, caller: Caller): Promise<IncidentSettings> {
    return this.database.transaction(async (tx) => {
      const settings = await this.settings.set(project.id, changes);
      const act = { custom_message: 'Incident management settings changed' };
      await this.audit.record(tx, caller, auditedProject(project), projectAsTarget(project), act);
      return settings;
    });
  }
}
