import { createHash } from 'node:crypto';
import type { ChainedEvent } from './audit-event.js';

/** Previous hash of the first row. */
export const CHAIN_START = Buffer.alloc(32);

/** SHA-256 of the previous hash and the canonical JSON of the row (contract: conventions §21.6). */
export function hashOf(prevHash: Buffer, event: ChainedEvent, position: number): Buffer {
  const row = {
    author_id: event.authorId,
    created_at: event.createdAt,
    details: event.details,
    entity_id: event.entityId,
    entity_path: event.entityPath,
    entity_type: event.entityType,
    group_ids: event.groupIds,
    id: event.id,
    position,
  };
  return createHash('sha256').update(prevHash).update(canonicalJson(row)).digest();
}

/** JSON with sorted keys and without blanks: the same text for the same value, whatever its source. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(canonicalJson).join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}
