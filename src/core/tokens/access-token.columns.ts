import { columnsOf } from '../../platform/database/columns-of.js';
import { boolean, timestamptz } from '../../platform/database/typed-sql.js';
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
    'accessLevel',
    'name',
    'description',
    'scopes',
    'expiresAt',
    'lastUsedAt',
    'createdAt',
  ),
  isExpired: boolean`coalesce(t.expires_at <= (now() at time zone 'utc')::date, false)`,
  isRevoked: boolean`t.revoked_at is not null`,
  /** A token changes only once: when it is revoked. */
  updatedAt: timestamptz`coalesce(t.revoked_at, t.created_at)`,
};
