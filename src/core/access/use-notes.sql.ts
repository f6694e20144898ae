import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

const EVERY_SECONDS = 600;

/** Whether a credential that was used then is noted as used again: at most once in ten minutes (contract: conventions §6.2). */
export const isUseNoteDue = (lastUsedAt: string | null, nowMillis: number): boolean =>
  lastUsedAt === null || nowMillis - Date.parse(lastUsedAt) >= EVERY_SECONDS * 1000;

/** As {@link isUseNoteDue}, of the row as it is when it is updated: several processes may have read it. */
export const USE_NOTE_DUE = sql`(
  last_used_at is null or last_used_at < now() - ${raw(`interval '${EVERY_SECONDS} seconds'`)})`;

/**
 * Notes that the user was here, for reports of who uses what they may open (contract: core §15.4). A statement of its own
 * beside the note of the credential: who ends an account locks it before its credentials.
 */
export const noteUser = (userId: number): Sql =>
  sql`update users set last_used_at = greatest(last_used_at, now()) where id = ${userId}`;
