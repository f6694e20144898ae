import { Injectable } from '@nestjs/common';
import { INCIDENT_CHANGED } from '../../../core/events/alert-event-names.js';
import { EventsService } from '../../../core/events/events.service.js';
import { Env } from '../../../platform/config/env.js';
import type { Tx } from '../../../platform/database/tx.js';
import { incidentUrl } from '../notices/alert-links.js';
import type { Alert, AlertProject } from '../records/alert.js';
import { INCIDENT_LABELS } from './incident-events.js';
import type { IncidentAction, IncidentChanged } from './incident-events.js';
import type { Incident } from './incident.js';
import { IncidentsRepository } from './incidents.repository.js';

/** By whom: null is the service itself. */
type ActorId = number | null;

/** Opens, closes and reopens incidents, and tells of it in the same transaction (contract: alerts §3). */
@Injectable()
export class IncidentChangesService {
  constructor(
    private readonly incidents: IncidentsRepository,
    private readonly events: EventsService,
    private readonly env: Env,
  ) {}

  /** For an alert without one, whose row the transaction holds. */
  async open(tx: Tx, project: AlertProject, alert: Alert, actorId: ActorId): Promise<Incident> {
    const iid = await this.incidents.insertFor(alert, actorId);
    return this.publish(tx, project, iid, { action: 'open', actorId });
  }

  /** As {@link open} by the service itself; an alert that has an incident already keeps that. */
  async openOnce(tx: Tx, project: AlertProject, alert: Alert): Promise<void> {
    if (!(await this.incidents.isLinked(alert.id))) {
      await this.open(tx, project, alert, null);
    }
  }

  /** Closes what the alert has, by the service itself. */
  async closeOf(tx: Tx, project: AlertProject, alert: Alert): Promise<void> {
    const incident = await this.incidents.ofAlert(alert.id);
    if (incident) {
      await this.close(tx, project, incident, null);
    }
  }

  /** False when it was closed already. */
  async close(tx: Tx, project: AlertProject, incident: IncidentKey, actorId: ActorId): Promise<boolean> {
    const isClosed = await this.incidents.close(incident.id, actorId);
    if (isClosed) {
      await this.publish(tx, project, incident.iid, { action: 'close', actorId });
    }
    return isClosed;
  }

  /** Leaves its alerts alone. */
  async reopen(tx: Tx, project: AlertProject, incident: IncidentKey, actorId: ActorId): Promise<void> {
    if (await this.incidents.reopen(incident.id)) {
      await this.publish(tx, project, incident.iid, { action: 'reopen', actorId });
    }
  }

  private async publish(
    tx: Tx,
    project: AlertProject,
    iid: number,
    { action, actorId }: { readonly action: IncidentAction; readonly actorId: ActorId },
  ): Promise<Incident> {
    const incident = await this.incidents.find(project.id, iid);
    if (!incident) {
      throw new Error('The incident went while it was changed.');
    }
    const payload: IncidentChanged = {
      projectId: project.id,
      action,
      userId: await this.incidents.userIdOf(actorId),
      incident: {
        id: incident.id,
        iid,
        title: incident.title,
        description: incident.description,
        state: incident.state,
        url: incidentUrl(this.env.baseUrl, project.fullPath, iid),
        authorId: incident.authorId,
        assigneeIds: incident.assignee ? [incident.assignee.id] : [],
        labels: INCIDENT_LABELS,
        createdAt: incident.createdAt,
        updatedAt: incident.updatedAt,
      },
    };
    await this.events.publish(tx, { name: INCIDENT_CHANGED, payload });
    return incident;
  }
}

type IncidentKey = Pick<Incident, 'id' | 'iid'>;
