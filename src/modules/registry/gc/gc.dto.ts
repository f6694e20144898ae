import { Bool, Int } from '../../../common/params/param.decorators.js';

/** Contract: registry §9.6. */
export class CollectInput {
  @Bool() dry_run?: boolean;
  @Int({ min: 0, description: 'Seconds; the setting when absent.' }) grace?: number;
}
