import type { IntegrationEvent } from '../kinds/step.js';

/** What an event tells (contract: integrations §4.2). */
export type EventPayload = IntegrationEvent['payload'];
