import { columnsOf } from '../../platform/database/columns-of.js';
import { boolean, texts } from '../../platform/database/typed-sql.js';
import type { Expression } from '../../platform/database/typed-sql.js';
import { OauthFamilyEntity } from './families/oauth-family.entity.js';

/** The grant of a family, for `oauth_families f`. */
export const FAMILY_COLUMNS = columnsOf(
  OauthFamilyEntity,
  'f',
  'applicationId',
  'userId',
  'redirectUri',
  'codeChallenge',
  'scopes',
);

/** Whether the user may still sign in, for `users u`. */
export const IS_USER_ACTIVE = boolean`u.state = 'active' and u.confirmed_at is not null`;

/** Whether the family is not revoked and its user may still sign in, for `oauth_families f` and `users u`. */
export const IS_LIVE = boolean`f.revoked_at is null and ${IS_USER_ACTIVE.sql}`;

/**
 * Granted scopes that the application is still allowed to have, for `left join oauth_applications a` (contract:
 * conventions §6.2).
 */
export const scopesLeftOf = ({ sql: granted }: Expression<readonly string[]>) => texts`
  case when a.id is null then ${granted}
       else array(select s from unnest(${granted}) with ordinality as g (s, at) where s = any(a.scopes) order by at) end`;
