import { AuthorizationCodeGrant } from './authorization-code.grant.js';
import { DeviceCodeGrant } from './device-code.grant.js';
import { PasswordGrant } from './password.grant.js';
import { RefreshTokenGrant } from './refresh-token.grant.js';

/** Every way to tokens, in the order in which the metadata names them. */
export const GRANTS = [AuthorizationCodeGrant, RefreshTokenGrant, PasswordGrant, DeviceCodeGrant] as const;
