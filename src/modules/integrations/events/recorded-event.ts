import type { FiredDelivery, StoredEvent } from '../records/stored-event.js';

/** An event with the deliveries that it caused. */
export interface RecordedEvent {
  readonly event: StoredEvent;
  readonly deliveries: readonly FiredDelivery[];
  /** False if the project already had an event with this `eventId`. */
  readonly isNew: boolean;
}
