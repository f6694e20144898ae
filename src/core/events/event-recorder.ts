import type { Tx } from '../../platform/database/tx.js';
import type { DomainEvent } from './domain-event.js';

/**
 * Writes what follows from events in the transaction of each, where a job would be too late. Contributed by other
 * modules; see also the followers of the events service.
 */
export abstract class EventRecorder {
  abstract readonly on: readonly string[];
  /** Whether anything follows in this project: what the event would say need not be found out otherwise. */
  abstract isWanted(projectId: number): Promise<boolean>;
  abstract record(tx: Tx, event: DomainEvent): Promise<void>;
}
