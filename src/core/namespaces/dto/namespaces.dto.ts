import { Bool, Text } from '../../../common/params/param.decorators.js';

/** Contract: core §9. */
export class ListNamespacesQuery {
  @Text() search?: string;
  @Bool() owned_only?: boolean;
}
