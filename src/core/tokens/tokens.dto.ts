import { Bool, Day, Filter, Int, OneOf, OneOfInts, Text, Time } from '../../common/params/param.decorators.js';
import { ROLE_LEVELS } from '../access/role.js';
import { SCOPES } from '../access/scope.js';
import { Name } from '../../common/params/name-rules.js';
import { inFuture } from '../../common/time/in-future.js';
import { Scopes } from './scopes.decorator.js';

const KNOWN: readonly string[] = SCOPES;
/** Scopes of project and group tokens. */
export const CONTAINER_SCOPES = KNOWN.filter((scope) => scope !== 'read_user' && scope !== 'sudo');
const MAX_DESCRIPTION = 1000;

/** Contract: core §4. */
export class CreateTokenInput {
  @Name({ required: true }) name: string;
  @Scopes(KNOWN) scopes: string[];
  @Text({ nullable: true, max: MAX_DESCRIPTION }) description?: string | null;
  @Day({ nullable: true, check: inFuture }) expires_at?: string | null;
}

export class CreateContainerTokenInput {
  @Name({ required: true }) name: string;
  @Scopes(CONTAINER_SCOPES) scopes: string[];
  @Text({ nullable: true, max: MAX_DESCRIPTION }) description?: string | null;
  @Day({ nullable: true, check: inFuture }) expires_at?: string | null;
  @OneOfInts(ROLE_LEVELS) access_level?: number;
}

export class RotateTokenInput {
  @Day({ nullable: true, check: inFuture }) expires_at?: string | null;
}

export class ListImpersonationTokensQuery {
  @OneOf(['all', 'active', 'inactive'], { hasDefault: true }) state?: 'all' | 'active' | 'inactive';
}

/** Revoked tokens are listed when one of these parameters requests them (contract: core §4). */
export class ListContainerTokensQuery {
  @OneOf(['all', 'active', 'inactive'], { hasDefault: true }) state?: 'all' | 'active' | 'inactive';
  @Bool() revoked?: boolean;
}

export class ListTokensQuery {
  @Int() user_id?: number;
  @OneOf(['all', 'active', 'inactive'], { hasDefault: true }) state?: 'all' | 'active' | 'inactive';
  @Bool() revoked?: boolean;
  @Filter() search?: string;
  @Time() created_before?: Date;
  @Time() created_after?: Date;
  @Time() last_used_before?: Date;
  @Time() last_used_after?: Date;
  @Day() expires_before?: string;
  @Day() expires_after?: string;
}
