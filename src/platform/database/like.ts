import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { PLANNED_ANEW } from './planned-anew.js';

/** Returns a LIKE pattern for texts that contain this one; its wildcards are escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Whether a column contains the text, ignoring case. For texts without letters case folding is skipped, which saves two
 * thirds of the work.
 */
export const contains = (column: Sql, text: string): Sql =>
  text.toLowerCase() === text.toUpperCase()
    ? sql`${column} like ${containing(text)}${PLANNED_ANEW}`
    : sql`${column} ilike ${containing(text)}`;

/**
 * Like {@link contains}, for rows that are examined one by one: most texts are searched in their original case, and
 * folding is most of the work.
 */
export const rowContains = (column: Sql, text: string): Sql =>
  text.toLowerCase() === text.toUpperCase()
    ? contains(column, text)
    : sql`${column} like ${containing(text)} or ${contains(column, text)}`;
