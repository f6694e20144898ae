/** What a token may be used for (contract: conventions §6.5). */
export const SCOPES = [
  'api',
  'read_api',
  'read_user',
  'read_repository',
  'write_repository',
  'read_registry',
  'write_registry',
  'sudo',
] as const;

/** Scopes of OpenID Connect, which only OAuth tokens have. */
const OPEN_ID_SCOPES = ['openid', 'profile', 'email'] as const;

export type Scope = (typeof SCOPES)[number] | (typeof OPEN_ID_SCOPES)[number];

/** Every scope: what an application may ask for, and what is enough for a route that any token may call. */
export const ANY_SCOPE: readonly Scope[] = [...SCOPES, ...OPEN_ID_SCOPES];
export const WRITE_SCOPES: readonly Scope[] = ['api'];
export const READ_SCOPES: readonly Scope[] = ['api', 'read_api'];
export const READ_USER_SCOPES: readonly Scope[] = ['api', 'read_api', 'read_user'];
