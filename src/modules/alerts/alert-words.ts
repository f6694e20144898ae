/** From least to most severe: lists are sorted by this position (contract: alerts §2.2). */
export const SEVERITIES = ['unknown', 'info', 'low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];
export const DEFAULT_SEVERITY: Severity = 'critical';

export const isSeverity = (word: string): word is Severity => SEVERITIES.some((severity) => severity === word);

/** In the order of an ascending list (contract: alerts §2.2). */
export const ALERT_STATUSES = ['ignored', 'resolved', 'acknowledged', 'triggered'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** Contract: alerts, Words. */
export const OPEN_STATUSES: readonly AlertStatus[] = ['triggered', 'acknowledged'];
export const isOpen = (status: AlertStatus): boolean => OPEN_STATUSES.includes(status);

/** The effect of a payload (contract: alerts §1.6). */
export type AlertOutcome = 'created' | 'grouped' | 'resolved' | 'unchanged' | 'recorded';

export const ALERT_INTEGRATION_TYPES = ['http', 'prometheus'] as const;
export type AlertIntegrationType = (typeof ALERT_INTEGRATION_TYPES)[number];

export const INCIDENT_STATES = ['opened', 'closed'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/** Undefined for a filter without words, as a form sends it with `status[]=`: it filters as little as `status=`. */
export const wordsGiven = <T extends string>(words: readonly T[] | undefined): readonly T[] | undefined =>
  words?.length === 0 ? undefined : words;
