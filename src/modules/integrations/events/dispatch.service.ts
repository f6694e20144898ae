import { Injectable } from '@nestjs/common';
import { Pacer } from '../../../common/concurrency/pacer.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { IntegrationEvent } from '../kinds/step.js';
import { DeliveryWakeUp } from '../records/delivery-wake-up.js';
import { IntegrationEventsRepository } from '../records/integration-events.repository.js';
import type { FiringEvent, NewEvent } from '../records/integration-events.repository.js';
import type { StoredEvent } from '../records/stored-event.js';
import { DecisionsService } from '../planning/decisions.service.js';
import { IntegrationsRepository } from '../settings/integrations.repository.js';
import type { Integration } from '../settings/integration.js';
import type { RecordedEvent } from './recorded-event.js';

interface ProjectOfEvent {
  readonly id: number;
  readonly defaultBranch: string | null;
}

/** Events of a project that are recorded when the transaction ends. */
interface WaitingEvents {
  readonly project: ProjectOfEvent;
  /** The project's active integrations. */
  readonly integrations: readonly Integration[];
  readonly events: NewEvent[];
}

/** The event in the form that plans read. */
const planned = ({ uuid, objectKind, eventType, payload }: StoredEvent): IntegrationEvent => ({
  uuid,
  objectKind,
  eventType,
  payload,
});

/** Stores events with the deliveries that they cause, in one transaction (contract: integrations §4.4). */
@Injectable()
export class DispatchService {
  private readonly waiting = new WeakMap<Tx, Map<number, WaitingEvents>>();

  constructor(
    private readonly events: IntegrationEventsRepository,
    private readonly integrations: IntegrationsRepository,
    private readonly decisions: DecisionsService,
    private readonly wakeUp: DeliveryWakeUp,
  ) {}

  /** `integrations` are the project's active ones, if already known. */
  async record(
    tx: Tx,
    event: NewEvent,
    project: ProjectOfEvent,
    integrations?: readonly Integration[],
  ): Promise<RecordedEvent> {
    const stored = await this.events.insert(event);
    if (!stored) {
      return this.earlier(event);
    }
    const active = integrations ?? (await this.integrations.active(project.id));
    const decisions = await this.decisions.decide(planned(stored), project, active);
    const firing = decisions.filter(({ reason }) => reason === 'matched').map(({ integration }) => integration.id);
    const deliveries = firing.length === 0 ? [] : await this.events.fire(stored, firing);
    this.wakeUp.afterCommitOf(tx);
    return { event: stored, deliveries, isNew: true };
  }

  /**
   * Like {@link record}, but at the end of the transaction and without a result. The events are recorded together,
   * because one change may cause thousands.
   */
  recordLater(tx: Tx, event: NewEvent, project: ProjectOfEvent, integrations: readonly Integration[]): void {
    const waiting = this.waiting.get(tx) ?? this.beginWaiting(tx);
    const ofProject = waiting.get(project.id) ?? { project, integrations, events: [] };
    waiting.set(project.id, ofProject);
    ofProject.events.push(event);
  }

  private beginWaiting(tx: Tx): Map<number, WaitingEvents> {
    const waiting = new Map<number, WaitingEvents>();
    this.waiting.set(tx, waiting);
    tx.beforeCommit(async () => {
      for (const events of waiting.values()) {
        await this.recordAll(events);
      }
      this.wakeUp.afterCommitOf(tx);
    });
    return waiting;
  }

  private async recordAll({ project, integrations, events }: WaitingEvents): Promise<void> {
    const decide = this.decisions.ofProject(project, integrations);
    const pacer = new Pacer();
    const firing: FiringEvent[] = [];
    for (const stored of await this.events.insertAll(events)) {
      const decisions = await decide(planned(stored));
      const matched = decisions.filter(({ reason }) => reason === 'matched');
      firing.push(...matched.map(({ integration }) => ({ eventId: stored.id, integrationId: integration.id })));
      await (pacer.isDue ? pacer.pause() : undefined);
    }
    await this.events.fireAll(firing);
  }

  private async earlier({ projectId, eventId }: NewEvent): Promise<RecordedEvent> {
    const event = await this.events.findByEventId(projectId, eventId ?? '');
    if (!event) {
      throw new Error('The first event of this event_id is missing.');
    }
    return { event, deliveries: await this.events.firedBy(event.id), isNew: false };
  }
}
