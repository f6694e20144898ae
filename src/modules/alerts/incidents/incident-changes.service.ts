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

/** The user who acts; null for the service itself. */
type ActorId = number | null;

/** Opens, closes and reopens incidents, and publishes the event in the same transaction (contract: alerts §3). */
@Injectable()
export class IncidentChangesService {
  constructor(
    private readonly incidents: IncidentsRepository,
    private readonly events: EventsService,
    private readonly env: Env,
  ) {}

  /** Opens an incident for an alert that has none; the transaction must hold the alert's row. */
  async open(tx: Tx, project: AlertProject, alert: Alert, actorId: ActorId): Promise<Incident> {
    const iid = await this.incidents.insertFor(alert, actorId);
    return this.publish(tx, project, iid, { action: 'open', actorId });
  }

  /** Like {@link open} with the service as the actor; does nothing if the alert already has an incident. */
  async openOnce(tx: Tx, project: AlertProject, alert: Alert): Promise<void> {
    if (!(await this.incidents.isLinked(alert.id))) {
      await this.open(tx, project, alert, null);
    }
  }

  /** Closes the alert's incident, if any, with the service as the actor. */
  async closeOf(tx: Tx, project: AlertProject, alert: Alert): Promise<void> {
    const incident = await this.incidents.ofAlert(alert.id);
    if (incident) {
      await this.close(tx, project, incident, null);
    }
  }

  /** Returns false if the incident was already closed. */
  async close(tx: Tx, project: AlertProject, incident: IncidentKey, actorId: ActorId): Promise<boolean> {
    const isClosed = await this.incidents.close(incident.id, actorId);
    if (isClosed) {
      await this.publish(tx, project, incident.iid, { action: 'close', actorId });
    }
    return isClosed;
  }

  /** Does not change the alerts of the incident. */
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
