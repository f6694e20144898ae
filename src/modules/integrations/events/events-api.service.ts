import { Injectable } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import type { PushedProject } from '../../repositories/pushes/push-facts.repository.js';
import type { IntegrationEvent } from '../kinds/step.js';
import { textIn } from '../planning/json.js';
import { DecisionsService } from '../planning/decisions.service.js';
import type { EventPayload } from '../records/event-payload.js';
import { OpenMergeRequestsRepository } from '../records/open-merge-requests.repository.js';
import { IntegrationsRepository } from '../settings/integrations.repository.js';
import type { ShownDecision } from './event.presenter.js';
import { EventOriginsService } from './event-origins.service.js';
import { DispatchService } from './dispatch.service.js';
import type { RecordedEvent } from './recorded-event.js';
import { mergeRequestStateOf } from './merge-request-state.js';
import { normaliseEvent } from './normalise-event.js';
import { readEvent } from './read-event.js';
import { refOf } from './ref-of.js';

/** An event that was sent, completed. */
interface ReadEvent {
  readonly event: Omit<IntegrationEvent, 'uuid'>;
  readonly ref: string | null;
  readonly project: PushedProject;
}

export interface EventPreview {
  readonly payload: EventPayload;
  readonly decisions: readonly ShownDecision[];
}

const NO_UUID = '00000000-0000-0000-0000-000000000000';

/** Events that API callers raise (contract: integrations §4.3). */
@Injectable()
export class EventsApiService {
  constructor(
    private readonly dispatch: DispatchService,
    private readonly decisions: DecisionsService,
    private readonly origins: EventOriginsService,
    private readonly integrations: IntegrationsRepository,
    private readonly mergeRequests: OpenMergeRequestsRepository,
    private readonly database: Database,
  ) {}

  /** Stores the event with its deliveries; returns the first event if the `eventId` was sent before. */
  async create(project: Project, sent: RawParams, eventId: string | null, caller: Caller): Promise<RecordedEvent> {
    const { event, ref, project: source } = await this.read(project, sent, caller);
    return this.database.transaction(async (tx) => {
      const recorded = await this.dispatch.record(tx, { ...event, projectId: project.id, eventId, ref }, source);
      if (recorded.isNew && event.objectKind === 'merge_request') {
        await this.mergeRequests.note(mergeRequestStateOf(project.id, event.payload));
      }
      return recorded;
    });
  }

  /** Returns what {@link create} would do; nothing is stored or sent. */
  async preview(project: Project, sent: RawParams, caller: Caller): Promise<EventPreview> {
    const { event, project: source } = await this.read(project, sent, caller);
    const active = await this.integrations.active(project.id);
    const decisions = await this.decisions.decide({ ...event, uuid: NO_UUID }, source, active);
    return {
      payload: event.payload,
      decisions: decisions.map((decision) => ({ decision, redaction: this.decisions.redactionOf(decision) })),
    };
  }

  private async read(project: Project, sent: RawParams, caller: Caller): Promise<ReadEvent> {
    const read = readEvent(sent);
    const { source, ...origin } = await this.origins.of(project.id, caller.userId);
    const payload = normaliseEvent(read, origin);
    const { objectKind } = read;
    return {
      event: { objectKind, eventType: textIn(payload, 'event_type'), payload },
      ref: refOf(payload),
      project: source,
    };
  }
}
