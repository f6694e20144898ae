import { NoSlotInTime } from '../../common/concurrency/fair-slots.js';

/** Returns the name of the constraint that an error violates, for uniqueness and foreign keys; null otherwise. */
export function brokenConstraint(error: unknown): string | null {
  const cause = typeof error === 'object' && error !== null && 'driverError' in error ? error.driverError : error;
  if (typeof cause !== 'object' || cause === null || !('code' in cause) || !('constraint' in cause)) {
    return null;
  }
  const known = cause.code === '23505' || cause.code === '23503';
  return known && typeof cause.constraint === 'string' ? cause.constraint : null;
}

/** Whether a write refers to a row that another transaction deleted. */
export const refersToDeleted = (error: unknown): boolean => sqlState(error) === '23503';

/** Whether a statement that calls `require_change` has changed nothing. */
export const changedNothing = (error: unknown): boolean => sqlState(error) === 'P0002';

/** Whether another transaction changed the same rows first (REPEATABLE READ), or both waited for each other. */
export function lostRace(error: unknown): boolean {
  const code = sqlState(error);
  return code === '40001' || code === '40P01';
}

/** Returns the SQLSTATE of a database error; null for other errors. */
export function sqlState(error: unknown): string | null {
  const cause = typeof error === 'object' && error !== null && 'driverError' in error ? error.driverError : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : null;
}

/** SQLSTATE classes of an unavailable server (08 connection, 53 resources, 57 operator intervention). */
const AWAY_CLASSES = new Set(['08', '53', '57']);
/** A standby server, or one whose disk is full, is read-only. */
const READ_ONLY = '25006';
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // Host names of containers only resolve while these run.
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of the driver and of TypeORM when a connection is lost or cannot be opened. */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query runner already released|after calling end on the pool/;

export const LOCK_NOT_AVAILABLE = '55P03';

/** Whether the database was unavailable: down, overloaded, read-only, or its connection was lost. */
export function isAway(error: unknown): boolean {
  const code = sqlState(error) ?? '';
  const lost = error instanceof Error && CONNECTION_LOST.test(error.message);
  return (
    lost ||
    tookTooLong(error) ||
    code === READ_ONLY ||
    CONNECTION_CODES.has(code) ||
    (code.length === 5 && AWAY_CLASSES.has(code.slice(0, 2)))
  );
}

/**
 * Too many connections, and a server that stops, starts or is read-only: errors that do not depend on the statement.
 */
const TAKES_NOTHING = new Set(['53300', '57P01', '57P02', '57P03', READ_ONLY]);

/** Whether the database accepts nothing at present, which is not a fault of the statement. */
export const takesNothing = (error: unknown): boolean => TAKES_NOTHING.has(sqlState(error) ?? '');

/** Whether a lock was not available in time, or the turn for writing did not come. */
export const waitedInVain = (error: unknown): boolean =>
  sqlState(error) === LOCK_NOT_AVAILABLE || error instanceof NoSlotInTime;

/** Whether a statement ran into its timeout, or a lock was not available in time. */
export const tookTooLong = (error: unknown): boolean => sqlState(error) === '57014' || waitedInVain(error);
