import sql from 'sql-template-tag';

/** Columns of an {@link Account}, for `from users u`. */
export const ACCOUNT_COLUMNS = sql`
  u.id, u.username, u.name, u.kind, u.is_admin as "isAdmin", u.is_external as "isExternal", u.state,
  u.confirmed_at is not null as "isConfirmed"`;
