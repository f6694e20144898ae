import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../common/wire/wire-types.js';
import type { Caller } from '../access/caller.js';
import type { SessionRecord } from './session.js';

/** Contract: conventions §21.9. */
export const SessionSchema = record('Session', {
  id: Type.Integer(),
  current: Type.Boolean(),
  remembered: Type.Boolean(),
  signed_in_at: Time,
  last_seen_at: Time,
  expires_at: Time,
  ip_address: Type.String(),
  user_agent: nullable(Type.String()),
});
export type SessionView = Static<typeof SessionSchema>;

export const presentSession = (session: SessionRecord, { credential }: Caller): SessionView => ({
  id: session.id,
  current: credential?.kind === 'session' && credential.id === session.id,
  remembered: session.isRemembered,
  signed_in_at: session.signedInAt,
  last_seen_at: session.lastSeenAt,
  expires_at: session.expiresAt,
  ip_address: session.address,
  user_agent: session.userAgent,
});
