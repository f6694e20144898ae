import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Day, merged, nullable, record, Time } from '../../../common/wire/wire-types.js';
import type { ScimToken } from './scim-token.js';

/** Contract: scim-graphql §A1. */
export const ScimTokenSchema = record('ScimToken', {
  id: Type.Integer(),
  name: Type.String(),
  default_access_level: Type.Integer(),
  scim_base_url: Type.String(),
  expires_at: nullable(Day),
  created_at: Time,
  last_used_at: nullable(Time),
});
type ScimTokenView = Static<typeof ScimTokenSchema>;

/** The only answer that contains the value of the token. */
export const NewScimTokenSchema = merged('NewScimToken', [ScimTokenSchema, Type.Object({ token: Type.String() })]);

export const presentScimToken = (token: ScimToken, scimBaseUrl: string): ScimTokenView => ({
  id: token.id,
  name: token.name,
  default_access_level: token.defaultAccessLevel,
  scim_base_url: scimBaseUrl,
  expires_at: token.expiresAt,
  created_at: token.createdAt,
  last_used_at: token.lastUsedAt,
});
