import type { IntegrationEvent } from '../kinds/step.js';

/** Content of an event (contract: integrations §4.2). */
export type EventPayload = IntegrationEvent['payload'];
