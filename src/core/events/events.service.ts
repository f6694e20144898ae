import { Injectable } from '@nestjs/common';
import { Contributions } from '../../platform/contributions/contributions.js';
import type { Tx } from '../../platform/database/tx.js';
import { JobRegistry } from '../../platform/queue/job-registry.js';
import { Jobs } from '../../platform/queue/job.js';
import type { DomainEvent } from './domain-event.js';
import { EventRecorder } from './event-recorder.js';

/**
 * Publishes events to other modules, in the transaction of the change: each {@link EventRecorder} of the event writes
 * its consequences, and each follower gets a job. A follower is a job whose class lists the event in its static `on`;
 * each is retried on its own.
 */
@Injectable()
export class EventsService {
  private recorders: readonly EventRecorder[] | undefined;

  constructor(
    private readonly registry: JobRegistry,
    private readonly jobs: Jobs,
    private readonly contributions: Contributions,
  ) {}

  /** Whether the event has any recipient. If it has none, its data need not be collected. */
  async isWanted(name: string, projectId: number): Promise<boolean> {
    if (this.registry.followers(name).length > 0) {
      return true;
    }
    const wanted = await Promise.all(this.recordersOf(name).map((recorder) => recorder.isWanted(projectId)));
    return wanted.includes(true);
  }

  /** Makes events of this project that follow in the transaction wait less often for the database. */
  async prepare(tx: Tx, name: string, projectId: number): Promise<void> {
    await Promise.all(this.recordersOf(name).map((recorder) => recorder.prepare(tx, projectId)));
  }

  /** Publishes events in sequence. */
  async publish(tx: Tx, ...events: readonly DomainEvent[]): Promise<void> {
    for (const event of events) {
      for (const recorder of this.recordersOf(event.name)) {
        await recorder.record(tx, event);
      }
      for (const { kind } of this.registry.followers(event.name)) {
        await this.jobs.enqueue(tx, kind, event.payload);
      }
    }
  }

  /** Looked up at the first event, when all modules are built. */
  private recordersOf(name: string): readonly EventRecorder[] {
    this.recorders ??= this.contributions.to(EventRecorder);
    return this.recorders.filter(({ on }) => on.includes(name));
  }
}
