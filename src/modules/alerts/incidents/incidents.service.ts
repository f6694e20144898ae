import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../common/errors/catalogue.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { ListRequest } from '../../../platform/database/list-query.js';
import { AlertNoticesService } from '../notices/alert-notices.service.js';
import { AlertsRepository } from '../records/alerts.repository.js';
import { noAssignee, oneAssignee } from '../records/assignee.js';
import { DevelopersRepository } from '../records/developers.repository.js';
import { IncidentSettingsRepository } from '../records/incident-settings.repository.js';
import type { IncidentFilters } from './incident-filters.js';
import { IncidentChangesService } from './incident-changes.service.js';
import type { Incident, IncidentChanges } from './incident.js';
import { IncidentsRepository } from './incidents.repository.js';

/** Reads, creates and changes incidents on behalf of users (contract: alerts §3). */
@Injectable()
export class IncidentsService {
  constructor(
    private readonly incidents: IncidentsRepository,
    private readonly changes: IncidentChangesService,
    private readonly alerts: AlertsRepository,
    private readonly developers: DevelopersRepository,
    private readonly settings: IncidentSettingsRepository,
    private readonly notices: AlertNoticesService,
    private readonly database: Database,
  ) {}

  list(project: Project, filters: IncidentFilters, request: ListRequest): Promise<Page<Incident>> {
    return this.incidents.page(project.id, filters, request);
  }

  /** Throws 404. */
  async get(project: Project, iid: number): Promise<Incident> {
    return requireIncident(await this.incidents.find(project.id, iid));
  }

  /** Creates the incident of an alert that has none; of concurrent calls, one gets 201. Throws 404, 403, 409. */
  createFor(project: Project, alertIid: number, caller: Caller): Promise<Incident> {
    return this.database.transaction(async (tx) => {
      const alert = await this.alerts.lock(project.id, alertIid);
      if (!alert) {
        throw notFound('Alert');
      }
      refuseArchived(project);
      if (await this.incidents.isLinked(alert.id)) {
        throw conflict('The alert already has an incident');
      }
      return this.changes.open(tx, project, alert, caller.userId);
    });
  }

  /** Applies all changes or none. Throws 404, 403, 400. */
  update(project: Project, iid: number, changes: IncidentChanges, caller: Caller): Promise<Incident> {
    const { stateEvent, title, description, severity, assigneeIds } = changes;
    return this.database.transaction(async (tx) => {
      const incident = requireIncident(await this.incidents.lock(project.id, iid));
      refuseArchived(project);
      await this.assign(project, incident, assigneeIds);
      if ([title, description, severity, assigneeIds].some((value) => value !== undefined)) {
        await this.incidents.update(incident.id, changes); // a state event alone may have no effect (contract: alerts §3)
      }
      if (stateEvent === 'close') {
        await this.close(tx, project, incident, caller);
      }
      if (stateEvent === 'reopen') {
        await this.changes.reopen(tx, project, incident, caller.userId);
      }
      return this.get(project, iid);
    });
  }

  private async assign(project: Project, incident: Incident, ids: readonly number[] | undefined): Promise<void> {
    if (ids === undefined) {
      return;
    }
    const userId = oneAssignee(ids);
    if (userId !== null && !(await this.developers.isDeveloper(project, userId))) {
      throw noAssignee();
    }
    await this.incidents.assign(incident.id, userId);
  }

  /** Also resolves the incident's unresolved alerts (contract: alerts §3). */
  private async close(tx: Tx, project: Project, incident: Incident, caller: Caller): Promise<void> {
    if (!(await this.changes.close(tx, project, incident, caller.userId))) {
      return;
    }
    const settings = await this.settings.get(project.id);
    for (const alert of await this.alerts.resolveOfIncident(incident.id)) {
      await this.notices.resolved(tx, { project, settings }, alert);
    }
  }
}

function requireIncident(incident: Incident | null): Incident {
  if (!incident) {
    throw notFound('Incident');
  }
  return incident;
}
