import type { Tx } from '../../platform/database/tx.js';
import type { DomainEvent } from './domain-event.js';

/**
 * Writes the consequences of an event in its transaction, for cases in which a job would be too late. Contributed by
 * other modules; see also the followers of the events service.
 */
export abstract class EventRecorder {
  abstract readonly on: readonly string[];
  /** Whether the event has consequences in this project. If it has none, its data need not be collected. */
  abstract isWanted(projectId: number): Promise<boolean>;
  /** Reads in advance what {@link record} needs of this project, so that it does not wait for the database. */
  prepare(_tx: Tx, _projectId: number): Promise<void> {
    return Promise.resolve();
  }
  abstract record(tx: Tx, event: DomainEvent): Promise<void>;
}
