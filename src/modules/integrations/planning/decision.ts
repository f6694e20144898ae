import type { IntegrationKind } from '../kinds/kind.js';
import type { PlanContext, Settings, Step } from '../kinds/step.js';
import type { Integration } from '../settings/integration.js';
import type { FilterReason } from './event-filters.js';

/** Why an integration fires for an event or not: the first reason that applies (contract: integrations §4.3). */
export type DecisionReason = 'unsupported_event' | 'flag_off' | FilterReason | 'guard' | 'nothing_to_send' | 'matched';

export interface Decision {
  readonly integration: Integration;
  readonly kind: IntegrationKind;
  readonly settings: Settings;
  readonly context: PlanContext;
  readonly reason: DecisionReason;
  /** Empty unless the integration fires. */
  readonly steps: readonly Step[];
}
