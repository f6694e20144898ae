import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { AlertIntegrationType } from '../alert-words.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import type { PayloadMapping } from '../payloads/payload-mapping.js';
import type { ALERT_INTEGRATION_COLUMNS } from './alert-integration.columns.js';

/** An integration that sends alerts; its key is sealed (contract: alerts §4). */
export type AlertIntegration = RowOf<typeof ALERT_INTEGRATION_COLUMNS>;

/** The fields of an integration that users set. */
export interface AlertIntegrationFields {
  readonly name: string;
  readonly active: boolean;
  readonly payloadExample: JsonObject | null;
  readonly mapping: PayloadMapping;
  readonly signatureRequired: boolean;
  /** In seconds; null for never. */
  readonly autoResolveAfter: number | null;
}

/** Absent fields keep their values. */
export type AlertIntegrationChanges = {
  readonly [K in keyof AlertIntegrationFields]?: AlertIntegrationFields[K] | undefined;
};

/** The parts of an address that identify an integration within its project. */
export interface AlertAddressName {
  readonly type: AlertIntegrationType;
  readonly identifier: string;
}
/** Identifier of the integration whose address contains none (contract: alerts §1.1, §4). */
export const LEGACY_IDENTIFIER = 'legacy';
export const PROMETHEUS_IDENTIFIER = 'legacy-prometheus';

export interface AlertIntegrationFilters {
  readonly type?: AlertIntegrationType | undefined;
  readonly active?: boolean | undefined;
}
