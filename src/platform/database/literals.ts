import pg from 'pg';
import { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/**
 * Writes the values of a statement into its text. PostgreSQL keeps the plan of a statement without parameters; with
 * parameters it may find plans for their values cheaper and plan the statement every time. Only for values of the
 * program itself, which are the same each time. Throws for values other than numbers, texts and arrays of them.
 */
export const withLiterals = ({ strings, values }: Sql): Sql =>
  raw(strings.map((text, position) => text + (position < values.length ? literal(values[position]) : '')).join(''));

function literal(value: unknown): string {
  if (typeof value === 'number') {
    return String(value);
  }
  if (typeof value === 'string') {
    return pg.escapeLiteral(value);
  }
  if (Array.isArray(value)) {
    return `array[${value.map(literal).join(', ')}]`;
  }
  throw new TypeError('Only numbers, texts and arrays have literals.');
}
