import type { AlertOutcome } from '../alert-words.js';
import type { Alert } from '../records/alert.js';

/** The alert that a payload concerned, and the effect. */
export interface TakenAlert {
  readonly alert: Alert;
  readonly outcome: AlertOutcome;
}

/** The answer to a sender (contract: alerts §1.8). */
export interface IntakeAnswer {
  /** JSON text. */
  readonly answer: string;
  /** Comma-separated, in the order of the answer. */
  readonly outcomes: string;
  readonly isReplayed: boolean;
}

/** Lists each alert once, with its first outcome (contract: alerts §1.8). */
export function answerOf(taken: readonly TakenAlert[]): Omit<IntakeAnswer, 'isReplayed'> {
  const first = new Map([...taken].reverse().map((one) => [one.alert.id, one]));
  const each = taken.filter((one) => first.get(one.alert.id) === one);
  return {
    answer: JSON.stringify(each.map(({ alert: { iid, title } }) => ({ iid, title }))),
    outcomes: each.map(({ outcome }) => outcome).join(),
  };
}
