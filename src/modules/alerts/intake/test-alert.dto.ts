import { IS_INVALID } from '../../../common/errors/catalogue.js';
import { Bool, Json } from '../../../common/params/param.decorators.js';
import { isJsonObject } from '../../../common/params/json-object.js';
import { objectIn } from '../payloads/object-in.js';
import { LARGE_PAYLOAD_BYTES } from '../payloads/payload-limits.js';

/** Objects and large texts are checked later, when a thread reads them. */
const mayBePayload = (value: unknown): boolean =>
  isJsonObject(value) ||
  (typeof value === 'string' && (value.length >= LARGE_PAYLOAD_BYTES || objectIn(value) !== undefined));

const PAYLOAD_FORMS = [{ type: 'object', additionalProperties: true }, { type: 'string' }];

/** Contract: alerts §4, test. */
export class TestAlertInput {
  @Json({ check: (value) => (mayBePayload(value) ? undefined : IS_INVALID), forms: PAYLOAD_FORMS }) payload?: unknown;
  @Bool() dry_run?: boolean;
}
