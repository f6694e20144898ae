import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

const EVERY_SECONDS = 600;

/** Whether another use of a credential is to be noted: at most once in ten minutes (contract: conventions §6.2). */
export const isUseNoteDue = (lastUsedAt: string | null, nowMillis: number): boolean =>
  lastUsedAt === null || nowMillis - Date.parse(lastUsedAt) >= EVERY_SECONDS * 1000;

/** Like {@link isUseNoteDue}, for the row at the moment of its update: several processes may have read it before. */
export const USE_NOTE_DUE = sql`(
  last_used_at is null or last_used_at < now() - ${raw(`interval '${EVERY_SECONDS} seconds'`)})`;

/**
 * Notes when the user was last active, for access reports (contract: core §15.4). It is a statement of its own beside
 * the note of the credential, since whatever ends an account locks it before its credentials.
 */
export const noteUser = (userId: number): Sql =>
  sql`update users set last_used_at = greatest(last_used_at, now()) where id = ${userId}`;
