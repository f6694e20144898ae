import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import { JobRegistry } from '../../platform/queue/job-registry.js';
import { Jobs } from '../../platform/queue/job.js';

/** Something that happened, in the past tense: `project.deleted`. */
export interface DomainEvent {
  readonly name: string;
  readonly payload: object;
}

/**
 * Tells other modules what happened: one job for each follower, in the transaction of the change. A follower is a job whose
 * class names the event in its static `on`; each is tried and retried for itself.
 */
@Injectable()
export class EventsService {
  constructor(
    private readonly registry: JobRegistry,
    private readonly jobs: Jobs,
  ) {}

  /** Whether there is anybody to tell: what the event would say need not be found out otherwise. */
  hasFollowers(name: string): boolean {
    return this.registry.followers(name).length > 0;
  }

  async publish(tx: Tx, event: DomainEvent): Promise<void> {
    for (const { kind } of this.registry.followers(event.name)) {
      await this.jobs.enqueue(tx, kind, event.payload);
    }
  }
}
