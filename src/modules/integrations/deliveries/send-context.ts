import type { IntegrationEvent } from '../kinds/step.js';
import type { Redaction } from '../planning/redaction.js';

/** Data that every call of a delivery carries or is logged with. */
export interface SendContext {
  readonly slug: string;
  readonly event: IntegrationEvent;
  readonly deliveryUuid: string;
  /** Signing keys; empty if the integration has no signing secret. */
  readonly signingSecrets: readonly string[];
  readonly redaction: Redaction;
}

/** A call of a delivery. */
export interface SentStep {
  readonly key: string;
  /** Id by which receivers recognise the call, the same in all attempts. */
  readonly webhookId: string;
}
