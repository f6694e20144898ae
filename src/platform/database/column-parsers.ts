import pg from 'pg';

/** `2026-11-21 09:56:30.12+00` → `2026-11-21T09:56:30.120Z`, without a Date object (contract: conventions §4). */
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

const INT8_ARRAY = 1016;

/** `{1,2}` → [1, 2]. */
const integers = (text: string): number[] => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number));

/**
 * Installs cheap parsers for the whole process: times as ISO text, days as text, 64-bit integers as numbers (ids and
 * byte counts stay far below 2^53). Times are sent in UTC: in the zone of the process the offset would be cut to
 * minutes, and offsets of the 19th century had seconds.
 */
export function installColumnParsers(): void {
  pg.defaults.parseInputDatesAsUTC = true;
  pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTime);
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  pg.types.setTypeParser(INT8_ARRAY as typeof pg.types.builtins.INT8, integers); // the typings list scalars only
}
