import sql, { raw } from 'sql-template-tag';

const EVERY_SECONDS = 600;

/** Whether a credential that was used then is noted as used again: at most once in ten minutes (contract: conventions §6.2). */
export const isUseNoteDue = (lastUsedAt: string | null, nowMillis: number): boolean =>
  lastUsedAt === null || nowMillis - Date.parse(lastUsedAt) >= EVERY_SECONDS * 1000;

/** As {@link isUseNoteDue}, of the row as it is when it is updated: several processes may have read it. */
export const USE_NOTE_DUE = sql`(
  last_used_at is null or last_used_at < now() - ${raw(`interval '${EVERY_SECONDS} seconds'`)})`;
