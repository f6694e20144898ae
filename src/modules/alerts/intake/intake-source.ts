import type { AlertIntegrationType } from '../alert-words.js';
import type { PayloadMapping } from '../payloads/payload-mapping.js';
import type { AlertProject } from '../records/alert.js';
import type { IncidentSettings } from '../records/incident-settings.js';

/** The integration and project of a payload and their settings, read once per request. */
export interface IntakeSource {
  readonly integrationId: number;
  readonly type: AlertIntegrationType;
  readonly mapping: PayloadMapping;
  readonly project: AlertProject;
  readonly settings: IncidentSettings;
}

/** An integration found by the address of a request (contract: alerts §1.3). */
export interface IntakeTarget extends IntakeSource {
  readonly active: boolean;
  readonly archived: boolean;
  readonly digest: Buffer;
  readonly signatureRequired: boolean;
}
