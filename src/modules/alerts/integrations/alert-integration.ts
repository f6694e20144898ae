import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { AlertIntegrationType } from '../alert-words.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import type { PayloadMapping } from '../payloads/payload-mapping.js';
import type { ALERT_INTEGRATION_COLUMNS } from './alert-integration.columns.js';

/** A sender of alerts; its key is sealed (contract: alerts §4). */
export type AlertIntegration = RowOf<typeof ALERT_INTEGRATION_COLUMNS>;

/** What people say of one. */
export interface AlertIntegrationFields {
  readonly name: string;
  readonly active: boolean;
  readonly payloadExample: JsonObject | null;
  readonly mapping: PayloadMapping;
  readonly signatureRequired: boolean;
  /** Seconds; null is never. */
  readonly autoResolveAfter: number | null;
}

/** What is absent stays. */
export type AlertIntegrationChanges = {
  readonly [K in keyof AlertIntegrationFields]?: AlertIntegrationFields[K] | undefined;
};

/** How an integration is found by its address. */
export interface AlertAddressName {
  readonly type: AlertIntegrationType;
  readonly identifier: string;
}
/** Its address has no identifier in it (contract: alerts §1.1, §4). */
export const LEGACY_IDENTIFIER = 'legacy';
export const PROMETHEUS_IDENTIFIER = 'legacy-prometheus';

export interface AlertIntegrationFilters {
  readonly type?: AlertIntegrationType | undefined;
  readonly active?: boolean | undefined;
}
