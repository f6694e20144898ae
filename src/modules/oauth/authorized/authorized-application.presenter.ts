import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../../common/wire/wire-types.js';
import type { AuthorizedApplication } from './authorized-application.columns.js';

/** Contract: oauth §3. */
export const AuthorizedApplicationSchema = record('AuthorizedApplication', {
  application: Type.Object({ id: Type.Integer(), application_id: Type.String(), name: Type.String() }),
  scopes: Type.Array(Type.String()),
  created_at: Time,
  last_used_at: nullable(Time),
});
export type AuthorizedApplicationView = Static<typeof AuthorizedApplicationSchema>;

export const presentAuthorized = (grant: AuthorizedApplication): AuthorizedApplicationView => ({
  application: { id: grant.id, application_id: grant.uid, name: grant.name },
  scopes: [...grant.scopes],
  created_at: grant.createdAt,
  last_used_at: grant.lastUsedAt,
});
