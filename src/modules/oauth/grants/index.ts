import { AuthorizationCodeGrant } from './authorization-code.grant.js';
import { PasswordGrant } from './password.grant.js';
import { RefreshTokenGrant } from './refresh-token.grant.js';

/** Every way to tokens, as the metadata names them. */
export const GRANTS = [AuthorizationCodeGrant, RefreshTokenGrant, PasswordGrant] as const;
