import type { Settings } from '../../../core/settings/settings.js';
import { AuthorizationCodeGrant } from './authorization-code.grant.js';
import { DeviceCodeGrant } from './device-code.grant.js';
import type { GrantType } from './grant-type.js';
import { PasswordGrant } from './password.grant.js';
import { RefreshTokenGrant } from './refresh-token.grant.js';

/** Every grant, in the order in which the metadata names them. */
const GRANTS: readonly GrantType[] = [AuthorizationCodeGrant, RefreshTokenGrant, PasswordGrant, DeviceCodeGrant];

/** As the library registers them: by the name on the wire, before its own of the same name. */
export const GRANTS_BY_TYPE = Object.fromEntries(GRANTS.map((grant) => [grant.type, grant]));

/** The grants that the settings offer now. */
export const offeredGrants = (settings: Settings): readonly GrantType[] =>
  GRANTS.filter((grant) => grant.isOffered?.(settings) ?? true);
