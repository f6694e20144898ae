import { Day, Ints, ListOf, OneOfInts, Text } from '../../../common/params/param.decorators.js';
import { toInteger } from '../../../common/params/coerce.js';
import { ROLE_LEVELS } from '../../access/role.js';
import { inFuture } from '../../tokens/expiry.js';

export class ListMembersQuery {
  @Text() query?: string;
  @Ints() user_ids?: number[];
}

/** Contract: core §7. */
export class AddMemberInput {
  @ListOf({ required: true, of: toInteger, items: { type: 'integer' }, commas: true }) user_id: number[];
  @OneOfInts(ROLE_LEVELS, { required: true }) access_level: number;
  @Day({ nullable: true, check: inFuture }) expires_at?: string | null;
}

export class UpdateMemberInput {
  @OneOfInts(ROLE_LEVELS, { required: true }) access_level: number;
  @Day({ nullable: true, check: inFuture }) expires_at?: string | null;
}

export class SearchMembersQuery {
  @Text() search?: string;
}
