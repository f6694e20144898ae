import { columnsOf } from '../../platform/database/columns-of.js';
import { boolean, integer, nullable, timestamptz } from '../../platform/database/typed-sql.js';
import { CURRENT_LEVEL, LEVEL_CHANGED_AT } from './bot-level.sql.js';
import { AccessTokenEntity } from './access-token.entity.js';

/** Columns of an {@link AccessToken}, for `access_tokens t`. */
export const TOKEN_COLUMNS = {
  ...columnsOf(
    AccessTokenEntity,
    't',
    'id',
    'kind',
    'userId',
    'projectId',
    'groupId',
    'name',
    'description',
    'scopes',
    'expiresAt',
    'lastUsedAt',
    'createdAt',
  ),
  accessLevel: nullable(integer`${CURRENT_LEVEL}`),
  isExpired: boolean`coalesce(t.expires_at <= (now() at time zone 'utc')::date, false)`,
  isRevoked: boolean`t.revoked_at is not null`,
  /** A token changes when it is revoked, and with the level of its bot. */
  updatedAt: timestamptz`greatest(coalesce(t.revoked_at, t.created_at), ${LEVEL_CHANGED_AT})`,
};
