import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Day, merged, nullable, record, Time } from '../../common/wire/wire-types.js';
import type { AccessToken } from './access-token.js';

/** Contract: core §4. */
export const TokenSchema = record('AccessToken', {
  id: Type.Integer(),
  name: Type.String(),
  description: nullable(Type.String()),
  revoked: Type.Boolean(),
  active: Type.Boolean(),
  created_at: Time,
  updated_at: Time,
  scopes: Type.Array(Type.String()),
  user_id: Type.Integer(),
  last_used_at: nullable(Time),
  expires_at: nullable(Day),
  access_level: Type.Optional(Type.Integer()),
  impersonation: Type.Optional(Type.Boolean()),
});
export type TokenView = Static<typeof TokenSchema>;

/** The only answer that contains the value of the token. */
export const NewTokenSchema = merged('NewAccessToken', [TokenSchema, Type.Object({ token: Type.String() })]);
export type NewTokenView = Static<typeof NewTokenSchema>;

/** Presents a token without its value (contract: core §4). */
export function presentToken(token: AccessToken): TokenView {
  return {
    id: token.id,
    name: token.name,
    description: token.description,
    revoked: token.isRevoked,
    active: !token.isRevoked && !token.isExpired,
    created_at: token.createdAt,
    updated_at: token.updatedAt,
    scopes: [...token.scopes],
    user_id: token.userId,
    last_used_at: token.lastUsedAt,
    expires_at: token.expiresAt,
    ...(token.accessLevel === null ? {} : { access_level: token.accessLevel }),
    ...(token.kind === 'impersonation' ? { impersonation: true } : {}),
  };
}

export const presentNewToken = ({ token, value }: { token: AccessToken; value: string }): NewTokenView => ({
  ...presentToken(token),
  token: value,
});
