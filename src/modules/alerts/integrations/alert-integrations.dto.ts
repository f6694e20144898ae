import { IS_INVALID } from '../../../common/errors/catalogue.js';
import { Bool, Int, Json, OneOf, Text } from '../../../common/params/param.decorators.js';
import { ALERT_INTEGRATION_TYPES } from '../alert-words.js';
import type { AlertIntegrationType } from '../alert-words.js';
import { objectIn } from '../payloads/object-in.js';
import type { PayloadMapping } from '../payloads/payload-mapping.js';
import type { AlertIntegrationChanges } from './alert-integration.js';
import { isMapping } from './read-mapping.js';

const LEAST_AUTO_RESOLVE = 60;
const MOST_AUTO_RESOLVE = 31_536_000;
const MAX_GRACE = 604_800;
const OBJECT = { type: 'object', additionalProperties: true };
const saidIf = (isFine: boolean): string | undefined => (isFine ? undefined : IS_INVALID);

/** Contract: alerts §4. */
export class ListAlertIntegrationsQuery {
  @OneOf(ALERT_INTEGRATION_TYPES, { hasDefault: true }) type?: AlertIntegrationType;
  @Bool() active?: boolean;
}

/** Clients never send keys, addresses or identifiers. */
abstract class AlertIntegrationInput {
  abstract name?: string;
  @Bool() active?: boolean;
  @Json({
    nullable: true,
    check: (value) => saidIf(objectIn(value) !== undefined),
    forms: [OBJECT, { type: 'string' }],
  })
  payload_example?: unknown;
  @Json({ check: (value) => saidIf(isMapping(value)), forms: [OBJECT] }) payload_attribute_mappings?: PayloadMapping;
  @Bool() signature_required?: boolean;
  @Int({ nullable: true, min: LEAST_AUTO_RESOLVE, max: MOST_AUTO_RESOLVE }) auto_resolve_after?: number | null;

  toChanges(): AlertIntegrationChanges {
    const example = this.payload_example;
    return {
      name: this.name,
      active: this.active,
      payloadExample: example === undefined || example === null ? example : objectIn(example),
      mapping: this.payload_attribute_mappings,
      signatureRequired: this.signature_required,
      autoResolveAfter: this.auto_resolve_after,
    };
  }
}

/** Contract: alerts §4. */
export class UpdateAlertIntegrationInput extends AlertIntegrationInput {
  @Text({ blank: false }) override name?: string;
}

/** Contract: alerts §4. */
export class CreateAlertIntegrationInput extends AlertIntegrationInput {
  @Text({ required: true }) override name: string;
  @OneOf(ALERT_INTEGRATION_TYPES, { hasDefault: true }) type?: AlertIntegrationType;
}

/** Contract: alerts §8.4. */
export class SigningSecretInput {
  @Int({ min: 0, max: MAX_GRACE }) grace?: number;
}
