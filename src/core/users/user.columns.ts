import sql from 'sql-template-tag';

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

/** A basic user as one JSON value, for `users <alias>`; null when the join found nobody. */
export const BASIC_USER_OF_OWNER = sql`
  case when o.id is not null then json_build_object('id', o.id, 'username', o.username, 'name', o.name, 'state', o.state) end`;
