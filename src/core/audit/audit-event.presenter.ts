import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { record, Time } from '../../common/wire/wire-types.js';
import type { AuditEvent } from './audit-event.js';

/** Contract: conventions §17. */
export const AuditEventSchema = record('AuditEvent', {
  id: Type.Integer(),
  author_id: Type.Integer(),
  entity_id: Type.Integer(),
  entity_type: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
  created_at: Time,
});
export type AuditEventView = Static<typeof AuditEventSchema>;

export const presentAuditEvent = (event: AuditEvent): AuditEventView => ({
  id: event.id,
  author_id: event.authorId,
  entity_id: event.entityId,
  entity_type: event.entityType,
  details: event.details,
  created_at: event.createdAt,
});
