import { Bool } from '../../common/params/param.decorators.js';

/** `feature_group`, `user`, `group` and `project` are accepted and ignored (contract: core §9). */
export class SetFeatureInput {
  @Bool({ required: true }) value: boolean;
}
