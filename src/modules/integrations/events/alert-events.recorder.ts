import { Injectable } from '@nestjs/common';
import { ALERT_RESOLVED, ALERT_TRIGGERED, INCIDENT_CHANGED } from '../../../core/events/alert-event-names.js';
import { EventRecorder } from '../../../core/events/event-recorder.js';
import type { DomainEvent } from '../../../core/events/domain-event.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import type { Tx } from '../../../platform/database/tx.js';
import { ReadOnce } from '../../../platform/database/read-once.js';
import type { Json } from '../kinds/step.js';
import { objectIn, toPayload } from '../planning/json.js';
import type { EventPayload } from '../records/event-payload.js';
import { FLAG_COLUMNS } from '../settings/flag-columns.js';
import { IntegrationsRepository } from '../settings/integrations.repository.js';
import { ActiveIntegrationsService } from './active-integrations.service.js';
import { DispatchService } from './dispatch.service.js';
import { EventOriginsService } from './event-origins.service.js';
import type { ProjectOrigin } from './event-origins.service.js';

/**
 * Records events of alerts and incidents for integrations, in the transaction of the change (contract: integrations
 * §4.1, §4.2).
 */
@Injectable()
@Contributes(EventRecorder)
export class AlertEventsRecorder extends EventRecorder {
  override readonly on = [ALERT_TRIGGERED, ALERT_RESOLVED, INCIDENT_CHANGED];
  private readonly known = new ReadOnce<ProjectOrigin | null>();

  constructor(
    private readonly dispatch: DispatchService,
    private readonly active: ActiveIntegrationsService,
    private readonly integrations: IntegrationsRepository,
    private readonly origins: EventOriginsService,
  ) {
    super();
  }

  override isWanted(projectId: number): Promise<boolean> {
    return this.integrations.hasActive(projectId);
  }

  override async record(tx: Tx, event: DomainEvent): Promise<void> {
    const changed = toPayload(event.payload);
    const { projectId } = changed;
    if (typeof projectId !== 'number') {
      return;
    }
    const objectKind = event.name === INCIDENT_CHANGED ? 'issue' : 'alert';
    const flag = FLAG_COLUMNS[objectKind === 'issue' ? 'issues_events' : 'alert_events'];
    const active = await this.active.of(tx, projectId);
    const isTold = active.some((integration) => integration[flag]);
    const found = isTold ? await this.originOf(tx, projectId, Number(changed.userId ?? 0)) : null;
    if (found) {
      const { source, ...origin } = found;
      const members = objectKind === 'issue' ? incidentMembers(changed, origin.user) : alertMembers(changed);
      const { project, repository } = origin;
      const payload = {
        object_kind: objectKind,
        event_type: objectKind,
        project,
        project_id: projectId,
        repository,
        ...members,
      };
      const recorded = { projectId, eventId: null, objectKind, eventType: objectKind, ref: null, payload } as const;
      this.dispatch.recordLater(tx, recorded, { id: projectId, defaultBranch: source.defaultBranch }, active);
    }
  }

  private originOf(tx: Tx, projectId: number, userId: number): Promise<ProjectOrigin | null> {
    return this.known.of(tx, `${projectId} ${userId}`, () => this.origins.find(projectId, userId));
  }
}

function alertMembers(changed: EventPayload): EventPayload {
  const { startedAt: started_at = null, endedAt: ended_at = null, ...alert } = objectIn(changed, 'alert');
  return { object_attributes: { ...alert, started_at, ended_at } };
}

function incidentMembers(changed: EventPayload, user: Json): EventPayload {
  const {
    authorId: author_id = null,
    assigneeIds: assignee_ids = [],
    createdAt: created_at = null,
    updatedAt: updated_at = null,
    ...incident
  } = objectIn(changed, 'incident');
  const action = changed.action ?? null;
  const kept = { author_id, assignee_ids, created_at, updated_at, action, confidential: false, type: 'incident' };
  return {
    user,
    object_attributes: { ...incident, ...kept },
    labels: incident.labels ?? [],
    assignees: [],
    changes: {},
  };
}
