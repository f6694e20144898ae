import type { IncidentState } from '../alert-words.js';

/** Contract: alerts §3. */
export const INCIDENT_LABELS: readonly string[] = ['incident'];

export type IncidentAction = 'open' | 'close' | 'reopen';

export interface IncidentChanged {
  readonly projectId: number;
  readonly action: IncidentAction;
  /** The user who acted; the alert bot for actions of the service. */
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
