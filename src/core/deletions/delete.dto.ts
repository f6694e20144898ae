import { Bool } from '../../common/params/param.decorators.js';

/** Contract: core §15.2. */
export class DeleteQuery {
  @Bool() dry_run?: boolean;
}
