import type { AlertOutcome, AlertStatus } from '../alert-words.js';
import type { StoredReading } from '../payloads/stored-reading.js';
import type { IntakeSource } from './intake-source.js';

/** A reading, and whose it is. */
export interface IntakeEntry {
  readonly source: IntakeSource;
  readonly reading: StoredReading;
}

/** An unresolved alert as a batch finds it, and holds it. */
export interface UnresolvedAlert {
  readonly id: number;
  readonly fingerprint: string;
  readonly status: AlertStatus;
  readonly events: number;
  readonly occurrences: number;
}

/** A resolved alert: the newest of its fingerprint. */
export interface ResolvedAlert {
  readonly id: number;
  readonly fingerprint: string;
}

/** What an alert was right after a reading. */
export interface AlertState {
  readonly status: AlertStatus;
  readonly events: number;
  readonly endedAt: string | null;
}

/** What becomes of one reading. */
export interface IntakeStep extends IntakeEntry {
  readonly alert: PlannedAlert;
  readonly outcome: AlertOutcome;
  readonly state: AlertState;
  /** Of the occurrence within the alert; null where nothing is kept. */
  readonly number: number | null;
}

/** An alert of a batch, as it will be once the batch is written. */
export class PlannedAlert {
  readonly fingerprint: string;
  /** Of one that is there already. */
  readonly id: number | null;
  /** The reading that makes it, of one that is not. */
  readonly first: IntakeEntry | null;
  status: AlertStatus;
  events: number;
  occurrences: number;
  endedAt: string | null = null;
  /** Whether it fires again. */
  hasFired = false;
  isChanged = false;

  constructor(from: UnresolvedAlert | ResolvedAlert | IntakeEntry) {
    const [known, first] = 'reading' in from ? [null, from] : [from, null];
    const unresolved = known && 'status' in known ? known : null;
    this.id = known?.id ?? null;
    this.first = first;
    this.fingerprint = first?.reading.fingerprint.value ?? known?.fingerprint ?? '';
    this.status = unresolved?.status ?? (first?.reading.event === 'firing' ? 'triggered' : 'resolved');
    this.events = unresolved?.events ?? 1;
    this.occurrences = unresolved?.occurrences ?? 1;
    this.endedAt = first?.reading.endedAt ?? null;
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
 * What becomes of readings, one after the other, given all alerts with their fingerprints (contract: alerts §1.6). Nothing
 * is written here.
 */
export function planIntake(
  entries: readonly IntakeEntry[],
  unresolved: readonly UnresolvedAlert[],
  resolved: readonly ResolvedAlert[],
): readonly IntakeStep[] {
  const firing = new Map(unresolved.map((found) => [found.fingerprint, new PlannedAlert(found)]));
  const ended = new Map(resolved.map((found) => [found.fingerprint, new PlannedAlert(found)]));
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
    const made = new PlannedAlert(entry);
    (event === 'firing' ? firing : ended).set(fingerprint.value, made);
    return step(entry, made, event === 'firing' ? 'created' : 'recorded');
  });
}

function step(entry: IntakeEntry, alert: PlannedAlert, outcome: AlertOutcome): IntakeStep {
  const { status, events, endedAt, occurrences } = alert;
  return { ...entry, alert, outcome, state: { status, events, endedAt }, number: occurrences };
}
