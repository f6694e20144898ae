import type { AuditEventEntity } from './audit-event.entity.js';

export type AuditedType = AuditEventEntity['entityType'];

/** The subject of an event, with the groups above it at that time. */
export interface AuditedEntity {
  readonly type: AuditedType;
  readonly id: number;
  readonly path: string | null;
  /** Ids of the group itself and the groups above it, whose lists show the event. */
  readonly groupIds: readonly number[];
}

/** What happened (contract: conventions §17): `add` + `as`, `remove`, `change` + `from` + `to`, or a message. */
export type AuditedAct =
  | { readonly add: string; readonly as?: string }
  | { readonly remove: string }
  | { readonly change: string; readonly from: unknown; readonly to: unknown }
  | { readonly custom_message: string };

export interface AuditedTarget {
  readonly id: number | string;
  readonly type: string;
  readonly details: string;
}

export const INSTANCE: AuditedEntity = { type: 'Instance', id: 1, path: null, groupIds: [] };

export type AuditDetails = AuditEventEntity['details'];

/** A row of the chain, with everything that its hash covers. */
export type ChainedEvent = Readonly<AuditEventEntity>;

/** An audit event as it is read. */
export type AuditEvent = Omit<ChainedEvent, 'groupIds' | 'chainPosition' | 'prevHash' | 'hash'>;
