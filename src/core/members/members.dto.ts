import { IS_BLANK } from '../../common/errors/catalogue.js';
import { Day, Filter, Ints, OneOfInts } from '../../common/params/param.decorators.js';
import { ROLE_LEVELS } from '../access/role.js';
import { inFuture } from '../../common/time/in-future.js';

const atLeastOne = (ids: number[]): string | undefined => (ids.length === 0 ? IS_BLANK : undefined);

export class ListMembersQuery {
  @Filter() query?: string;
  @Ints() user_ids?: number[];
}

export const memberQuery = ({ query, user_ids }: ListMembersQuery) => ({ query, userIds: user_ids });

/** Contract: core §7. */
export class AddMemberInput {
  @Ints({ required: true, commas: true, check: atLeastOne }) user_id: number[];
  @OneOfInts(ROLE_LEVELS, { required: true }) access_level: number;
  @Day({ nullable: true, check: inFuture }) expires_at?: string | null;
}

export class UpdateMemberInput {
  @OneOfInts(ROLE_LEVELS, { required: true }) access_level: number;
  @Day({ nullable: true, emptyClears: true, check: inFuture }) expires_at?: string | null;
}

export class SearchMembersQuery {
  @Filter() search?: string;
}
