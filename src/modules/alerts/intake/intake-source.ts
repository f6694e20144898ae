import type { AlertIntegrationType } from '../alert-words.js';
import type { PayloadMapping } from '../payloads/payload-mapping.js';
import type { AlertProject } from '../records/alert.js';
import type { IncidentSettings } from '../records/incident-settings.js';

/** Where payloads come from, and what follows from them: read once for a request. */
export interface IntakeSource {
  readonly integrationId: number;
  readonly type: AlertIntegrationType;
  readonly mapping: PayloadMapping;
  readonly project: AlertProject;
  readonly settings: IncidentSettings;
}

/** An integration that was found by its address (contract: alerts §1.3). */
export interface IntakeTarget extends IntakeSource {
  readonly active: boolean;
  readonly archived: boolean;
  readonly digest: Buffer;
  readonly signatureRequired: boolean;
}
