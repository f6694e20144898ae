import type { IntegrationEvent } from '../kinds/step.js';
import type { Redaction } from '../planning/redaction.js';

/** What every call of a delivery carries or is logged with. */
export interface SendContext {
  readonly slug: string;
  readonly event: IntegrationEvent;
  readonly deliveryUuid: string;
  /** Keys that sign; none where the integration has no signing secret. */
  readonly signingSecrets: readonly string[];
  readonly redaction: Redaction;
}

/** A call of a delivery. */
export interface SentStep {
  readonly key: string;
  /** What receivers know the call by, the same over all attempts. */
  readonly webhookId: string;
}
