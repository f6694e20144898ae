import type { Settings } from '../../../core/settings/settings.js';
import { AuthorizationCodeGrant } from './authorization-code.grant.js';
import { DeviceCodeGrant } from './device-code.grant.js';
import type { GrantType } from './grant-type.js';
import { PasswordGrant } from './password.grant.js';
import { RefreshTokenGrant } from './refresh-token.grant.js';

/** All grants, in the order of the metadata. */
const GRANTS: readonly GrantType[] = [AuthorizationCodeGrant, RefreshTokenGrant, PasswordGrant, DeviceCodeGrant];

/** Grants by `grant_type`, as the library expects them; they take precedence over the library's own ones. */
export const GRANTS_BY_TYPE = Object.fromEntries(GRANTS.map((grant) => [grant.type, grant]));

/** The grants that the current settings enable. */
export const offeredGrants = (settings: Settings): readonly GrantType[] =>
  GRANTS.filter((grant) => grant.isOffered?.(settings) ?? true);
