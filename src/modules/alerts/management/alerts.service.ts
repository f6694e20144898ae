import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import type { Project } from '../../../core/projects/project.js';
import { brokenConstraint } from '../../../platform/database/database-errors.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { ListRequest } from '../../../platform/database/list-query.js';
import type { AlertStatus } from '../alert-words.js';
import { AlertNoticesService } from '../notices/alert-notices.service.js';
import type { Alert, AlertOccurrence, FullAlert } from '../records/alert.js';
import { AlertsRepository } from '../records/alerts.repository.js';
import { noAssignee, oneAssignee } from '../records/assignee.js';
import { DevelopersRepository } from '../records/developers.repository.js';
import { IncidentSettingsRepository } from '../records/incident-settings.repository.js';
import type { AlertFilters } from './alert-filters.js';
import { AlertListsRepository } from './alert-lists.repository.js';
import type { StatusCount } from './status-counts.columns.js';

/** Violated by a change that would leave two unresolved alerts with one fingerprint (contract: alerts §1.6). */
const ONE_UNRESOLVED = 'uq_alerts_unresolved';
export interface AlertChanges {
  readonly status?: AlertStatus | undefined;
  readonly assigneeIds?: readonly number[] | undefined;
}

/** Reads and changes alerts on behalf of users (contract: alerts §2.2). */
@Injectable()
export class AlertsService {
  constructor(
    private readonly alerts: AlertsRepository,
    private readonly lists: AlertListsRepository,
    private readonly developers: DevelopersRepository,
    private readonly settings: IncidentSettingsRepository,
    private readonly notices: AlertNoticesService,
    private readonly database: Database,
  ) {}

  list(project: Project, filters: AlertFilters, request: ListRequest): Promise<Page<Alert>> {
    return this.lists.page(project.id, filters, request);
  }

  counts(project: Project, filters: AlertFilters): Promise<StatusCount[]> {
    return this.lists.counts(project.id, filters);
  }

  /** Throws 404. */
  async get(project: Project, iid: number): Promise<FullAlert> {
    return requireAlert(await this.alerts.find(project.id, iid));
  }

  /** Newest first. Throws 404. */
  async occurrences(project: Project, iid: number, page: PageRequest): Promise<Page<AlertOccurrence>> {
    const { id } = await this.get(project, iid);
    return this.lists.occurrences(id, page);
  }

  /** Applies all changes or none. Throws 404, 403, 400, 409. */
  update(project: Project, iid: number, { status, assigneeIds }: AlertChanges): Promise<FullAlert> {
    return this.database.transaction(async (tx) => {
      const alert = requireAlert(await this.alerts.lock(project.id, iid));
      refuseArchived(project);
      if (assigneeIds !== undefined) {
        await this.assign(project, alert, assigneeIds);
      }
      if (status !== undefined) {
        await this.setStatus(tx, project, alert, status);
      }
      return this.get(project, iid);
    });
  }

  private async assign(project: Project, alert: Alert, ids: readonly number[]): Promise<void> {
    const userId = oneAssignee(ids);
    if (userId !== null && !(await this.developers.isDeveloper(project, userId))) {
      throw noAssignee();
    }
    await this.alerts.assign(alert.id, userId);
  }

  private async setStatus(tx: Tx, project: Project, alert: Alert, status: AlertStatus): Promise<void> {
    try {
      await this.alerts.setStatus(alert.id, status);
    } catch (error) {
      throw brokenConstraint(error) === ONE_UNRESOLVED
        ? conflict('An unresolved alert with the same fingerprint exists')
        : error;
    }
    if (status === 'resolved' && alert.status !== 'resolved') {
      const settings = await this.settings.get(project.id);
      await this.notices.resolved(tx, { project, settings }, await this.get(project, alert.iid));
    }
  }
}

function requireAlert<A extends Alert>(alert: A | null): A {
  if (!alert) {
    throw notFound('Alert');
  }
  return alert;
}
