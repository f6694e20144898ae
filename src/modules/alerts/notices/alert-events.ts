import type { AlertStatus, Severity } from '../alert-words.js';

/** Event of an alert that fires for the first time or ends (contract: integrations §4.1, §4.2). */
export interface AlertChanged {
  readonly projectId: number;
  readonly alert: {
    readonly iid: number;
    readonly title: string;
    readonly url: string;
    readonly severity: Severity;
    readonly events: number;
    readonly status: AlertStatus;
    readonly startedAt: string;
    readonly endedAt: string | null;
  };
}
