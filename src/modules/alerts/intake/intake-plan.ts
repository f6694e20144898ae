import type { AlertOutcome, AlertStatus } from '../alert-words.js';
import type { StoredReading } from '../payloads/stored-reading.js';
import type { IntakeSource } from './intake-source.js';

/** A reading and its source. */
export interface IntakeEntry {
  readonly source: IntakeSource;
  readonly reading: StoredReading;
}

/** An unresolved alert as found and locked by a batch. */
export interface UnresolvedAlert {
  readonly id: number;
  readonly fingerprint: string;
  readonly status: AlertStatus;
  readonly events: number;
  readonly occurrences: number;
}

/** The newest resolved alert of a fingerprint. */
export interface ResolvedAlert {
  readonly id: number;
  readonly fingerprint: string;
}

/** The state of an alert right after a reading. */
export interface AlertState {
  readonly status: AlertStatus;
  readonly events: number;
  readonly endedAt: string | null;
}

/** The planned effect of one reading. */
export interface IntakeStep extends IntakeEntry {
  readonly alert: PlannedAlert;
  readonly outcome: AlertOutcome;
  readonly state: AlertState;
  /** Number of the occurrence within the alert; null if the occurrence is not stored. */
  readonly number: number | null;
}

/** The state of an alert after the batch has been written. */
export class PlannedAlert {
  /** Whether the batch contains another firing of the alert. */
  hasFired = false;
  isChanged = false;

  private constructor(
    /** Id of an existing alert; null for a new one. */
    readonly id: number | null,
    /** The reading that creates a new alert; null for an existing one. */
    readonly first: IntakeEntry | null,
    readonly fingerprint: string,
    public status: AlertStatus,
    public events: number,
    public occurrences: number,
    public endedAt: string | null,
  ) {}

  static unresolved({ id, fingerprint, status, events, occurrences }: UnresolvedAlert): PlannedAlert {
    return new PlannedAlert(id, null, fingerprint, status, events, occurrences, null);
  }

  /** A resolved alert is only referred to and never written: its remaining fields are placeholders. */
  static resolved({ id, fingerprint }: ResolvedAlert): PlannedAlert {
    return new PlannedAlert(id, null, fingerprint, 'resolved', 1, 1, null);
  }

  static madeBy(entry: IntakeEntry): PlannedAlert {
    const { event, endedAt, fingerprint } = entry.reading;
    const status = event === 'firing' ? 'triggered' : 'resolved';
    return new PlannedAlert(null, entry, fingerprint.value, status, 1, 1, endedAt);
  }

  /** Counts a firing. */
  count(): void {
    this.hasFired = true;
    this.isChanged = true;
    this.events += 1;
    this.occurrences += 1;
  }

  end(endedAt: string | null): void {
    this.isChanged = true;
    this.status = 'resolved';
    this.occurrences += 1;
    this.endedAt = endedAt;
  }
}

/**
 * Plans the effects of readings one after the other; needs all alerts with their fingerprints (contract: alerts §1.6).
 * Writes nothing.
 */
export function planIntake(
  entries: readonly IntakeEntry[],
  unresolved: readonly UnresolvedAlert[],
  resolved: readonly ResolvedAlert[],
): readonly IntakeStep[] {
  const firing = new Map(unresolved.map((found) => [found.fingerprint, PlannedAlert.unresolved(found)]));
  const ended = new Map(resolved.map((found) => [found.fingerprint, PlannedAlert.resolved(found)]));
  return entries.map((entry) => {
    const { event, endedAt, fingerprint } = entry.reading;
    const open = firing.get(fingerprint.value);
    if (open && event === 'firing') {
      open.count();
      return step(entry, open, 'grouped');
    }
    if (open) {
      open.end(endedAt);
      firing.delete(fingerprint.value);
      ended.set(fingerprint.value, open);
      return step(entry, open, 'resolved');
    }
    const before = event === 'recovery' ? ended.get(fingerprint.value) : undefined;
    if (before) {
      return { ...step(entry, before, 'unchanged'), number: null };
    }
    const made = PlannedAlert.madeBy(entry);
    (event === 'firing' ? firing : ended).set(fingerprint.value, made);
    return step(entry, made, event === 'firing' ? 'created' : 'recorded');
  });
}

function step(entry: IntakeEntry, alert: PlannedAlert, outcome: AlertOutcome): IntakeStep {
  const { status, events, endedAt, occurrences } = alert;
  return { ...entry, alert, outcome, state: { status, events, endedAt }, number: occurrences };
}
