import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { PLANNED_ANEW } from './planned-anew.js';

/** The LIKE pattern of texts that contain this one; its wildcards mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a column contains the text in upper or lower case. Texts without letters need not be folded: a third of the work. */
export const contains = (column: Sql, text: string): Sql =>
  text.toLowerCase() === text.toUpperCase()
    ? sql`${column} like ${containing(text)}${PLANNED_ANEW}`
    : sql`${column} ilike ${containing(text)}`;

/**
 * As {@link contains}, where rows are looked at one by one: most texts are searched for as they are written, and folding
 * is most of the work.
 */
export const rowContains = (column: Sql, text: string): Sql =>
  text.toLowerCase() === text.toUpperCase()
    ? contains(column, text)
    : sql`${column} like ${containing(text)} or ${contains(column, text)}`;
