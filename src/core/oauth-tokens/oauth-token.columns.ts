import { columnsOf } from '../../platform/database/columns-of.js';
import { boolean, texts } from '../../platform/database/typed-sql.js';
import type { Expression } from '../../platform/database/typed-sql.js';
import { OauthFamilyEntity } from './families/oauth-family.entity.js';

/** What a family was granted, for `oauth_families f`. */
export const FAMILY_COLUMNS = columnsOf(
  OauthFamilyEntity,
  'f',
  'applicationId',
  'userId',
  'redirectUri',
  'codeChallenge',
  'scopes',
);

/** The user may still sign in: for `users u`. */
export const IS_USER_ACTIVE = boolean`u.state = 'active' and u.confirmed_at is not null`;

/** Nobody revoked the family, and its user may still sign in: for `oauth_families f` and `users u`. */
export const IS_LIVE = boolean`f.revoked_at is null and ${IS_USER_ACTIVE.sql}`;

/**
 * Those of the granted scopes that the application may still have, for `left join oauth_applications a` (contract:
 * conventions §6.2).
 */
export const scopesLeftOf = ({ sql: granted }: Expression<readonly string[]>) => texts`
  case when a.id is null then ${granted}
       else array(select s from unnest(${granted}) with ordinality as g (s, at) where s = any(a.scopes) order by at) end`;
