import { Bool, Filter } from '../../common/params/param.decorators.js';

/** Contract: core §9. */
export class ListNamespacesQuery {
  @Filter() search?: string;
  @Bool() owned_only?: boolean;
}
