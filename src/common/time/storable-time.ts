const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Whether this time, in milliseconds, can be stored in PostgreSQL and written with a four-digit year; false for NaN.
 */
export const isStorableTime = (millis: number): boolean => millis >= EARLIEST && millis <= LATEST;
