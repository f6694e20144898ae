import { IS_INVALID } from '../../../common/errors/catalogue.js';
import { Bool, Json } from '../../../common/params/param.decorators.js';
import { objectIn } from '../payloads/object-in.js';

/** Contract: alerts §4, test. */
export class TestAlertInput {
  @Json({ check: (value) => (objectIn(value) === undefined ? IS_INVALID : undefined) }) payload?: unknown;
  @Bool() dry_run?: boolean;
}
