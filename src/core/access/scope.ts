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

export type Scope = (typeof SCOPES)[number] | 'openid' | 'profile' | 'email';

/** For routes that any token opens. */
export const ANY_SCOPE: readonly Scope[] = [...SCOPES, 'openid', 'profile', 'email'];
export const WRITE_SCOPES: readonly Scope[] = ['api'];
export const READ_SCOPES: readonly Scope[] = ['api', 'read_api'];
export const READ_USER_SCOPES: readonly Scope[] = ['api', 'read_api', 'read_user'];
