import type { AlertOutcome } from '../alert-words.js';
import type { Alert } from '../records/alert.js';

/** An alert that a payload was about, and what became of it. */
export interface TakenAlert {
  readonly alert: Alert;
  readonly outcome: AlertOutcome;
}

/** What a sender is answered (contract: alerts §1.8). */
export interface IntakeAnswer {
  /** JSON text. */
  readonly answer: string;
  /** Comma-separated, in the same order. */
  readonly outcomes: string;
  readonly isReplayed: boolean;
}

/** Each alert once, with the first thing that became of it (contract: alerts §1.8). */
export function answerOf(taken: readonly TakenAlert[]): Omit<IntakeAnswer, 'isReplayed'> {
  const first = new Map([...taken].reverse().map((one) => [one.alert.id, one]));
  const each = taken.filter((one) => first.get(one.alert.id) === one);
  return {
    answer: JSON.stringify(each.map(({ alert: { iid, title } }) => ({ iid, title }))),
    outcomes: each.map(({ outcome }) => outcome).join(),
  };
}
