import type { IncidentState } from '../alert-words.js';

/** Contract: alerts §3. */
export const INCIDENT_LABELS: readonly string[] = ['incident'];

export type IncidentAction = 'open' | 'close' | 'reopen';

export interface IncidentChanged {
  readonly projectId: number;
  readonly action: IncidentAction;
  /** Who did it: the alert bot for what the service does by itself. */
  readonly userId: number | null;
  readonly incident: {
    readonly id: number;
    readonly iid: number;
    readonly title: string;
    readonly description: string;
    readonly state: IncidentState;
    readonly url: string;
    readonly authorId: number | null;
    readonly assigneeIds: readonly number[];
    readonly labels: readonly string[];
    readonly createdAt: string;
    readonly updatedAt: string;
  };
}
