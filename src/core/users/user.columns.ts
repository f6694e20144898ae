import sql from 'sql-template-tag';
import { columnsOf } from '../../platform/database/columns-of.js';
import { jsonObjectIf } from '../../platform/database/typed-sql.js';
import { UserEntity } from './user.entity.js';

/** Columns of a {@link User}, for `from users u`. */
export const USER_COLUMNS = sql`
  u.id, u.kind, u.username, u.name, u.email, u.state, u.is_admin as "isAdmin", u.is_external as "isExternal",
  u.can_create_group as "canCreateGroup", u.projects_limit as "projectsLimit", u.private_profile as "privateProfile",
  u.bio, u.location, u.organization, u.job_title as "jobTitle", u.website_url as "websiteUrl",
  u.public_email as "publicEmail", u.note, u.confirmed_at as "confirmedAt", u.last_sign_in_at as "lastSignInAt",
  u.current_sign_in_at as "currentSignInAt", u.last_activity_on as "lastActivityOn",
  u.created_at as "createdAt", u.updated_at as "updatedAt",
  exists (select 1 from two_factor f where f.user_id = u.id and f.confirmed_at is not null) as "hasTwoFactor",
  (select n.id from namespaces n where n.owner_id = u.id) as "namespaceId",
  (select json_build_object('id', c.id, 'username', c.username, 'name', c.name, 'state', c.state)
     from users c where c.id = u.created_by) as "createdBy"`;

/** Of a {@link BasicUser}; as one JSON value they are what other records show of it. */
export const basicUserColumns = (alias: string) => columnsOf(UserEntity, alias, 'id', 'username', 'name', 'state');

/** A basic user as one JSON value, for `left join users o`; null when the join found nobody. */
export const OWNER = jsonObjectIf(sql`o.id is not null`, basicUserColumns('o'));
export const BASIC_USER_OF_OWNER = OWNER.sql;
