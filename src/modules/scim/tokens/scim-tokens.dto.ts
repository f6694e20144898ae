import { Day, OneOfInts } from '../../../common/params/param.decorators.js';
import { Name } from '../../../common/params/name-rules.js';
import { inFuture } from '../../../common/time/in-future.js';
import { ROLE_LEVELS } from '../../../core/access/role.js';

/** Contract: scim-graphql §A1. */
export class CreateScimTokenInput {
  @Name({ required: true }) name: string;
  @OneOfInts(ROLE_LEVELS, { description: 'Level of access that new members get.' }) default_access_level?: number;
  @Day({ nullable: true, check: inFuture }) expires_at?: string | null;
}
