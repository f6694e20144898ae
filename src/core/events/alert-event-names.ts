/**
 * Published in the transaction in which an alert fires for the first time, or is resolved (contract: integrations
 * §4.1).
 */
export const ALERT_TRIGGERED = 'alert.triggered';
export const ALERT_RESOLVED = 'alert.resolved';

/** Published in the transaction that opens, closes or reopens an incident (contract: integrations §4.1). */
export const INCIDENT_CHANGED = 'incident.changed';
