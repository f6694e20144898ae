import pg from 'pg';

const TIMESTAMPTZ = 1184;
const DATE = 1082;
const INT8 = 20;

/** `2026-11-21 09:56:30.12+00` → `2026-11-21T09:56:30.120Z`: no Date object on the way out (contract: conventions §4). */
export function isoTime(text: string): string {
  const dot = text.indexOf('.');
  const fraction =
    dot < 0
      ? '000'
      : text
          .slice(dot + 1, -3)
          .slice(0, 3)
          .padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/**
 * Cheap parsers for the whole process: times as ISO text, days as text, 64-bit integers as numbers
 * (ids and byte counts stay far below 2^53).
 */
export function installColumnParsers(): void {
  pg.types.setTypeParser(TIMESTAMPTZ, isoTime);
  pg.types.setTypeParser(DATE, (text) => text);
  pg.types.setTypeParser(INT8, Number);
}
