import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../common/wire/wire-types.js';
import type { AccessEntry } from './access-entry.js';

/** Contract: core §15.4. */
export const AccessEntrySchema = record('AccessEntry', {
  kind: Type.String(),
  id: Type.Integer(),
  name: Type.String(),
  level: nullable(Type.Integer()),
  scopes: Type.Array(Type.String()),
  created_at: Time,
  last_used_at: nullable(Time),
  expires_at: nullable(Type.String()),
});
export type AccessEntryView = Static<typeof AccessEntrySchema>;

export const presentAccessEntry = (entry: AccessEntry): AccessEntryView => ({
  kind: entry.kind,
  id: entry.id,
  name: entry.name,
  level: entry.level,
  scopes: [...entry.scopes],
  created_at: entry.createdAt,
  last_used_at: entry.lastUsedAt,
  expires_at: entry.expiresAt,
});
