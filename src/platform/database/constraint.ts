import { NoSlotInTime } from '../../common/concurrency/fair-slots.js';

/** The named constraint that a database error broke, if it is a uniqueness or foreign key error; else null. */
export function brokenConstraint(error: unknown): string | null {
  const cause = typeof error === 'object' && error !== null && 'driverError' in error ? error.driverError : error;
  if (typeof cause !== 'object' || cause === null || !('code' in cause) || !('constraint' in cause)) {
    return null;
  }
  const known = cause.code === '23505' || cause.code === '23503';
  return known && typeof cause.constraint === 'string' ? cause.constraint : null;
}

/** True when a write refers to a row that another transaction deleted. */
export const refersToDeleted = (error: unknown): boolean => sqlState(error) === '23503';

/** True when another transaction changed the same rows first (REPEATABLE READ), or both waited for each other. */
export function lostRace(error: unknown): boolean {
  const code = sqlState(error);
  return code === '40001' || code === '40P01';
}

/** SQLSTATE of a database error, or null. */
export function sqlState(error: unknown): string | null {
  const cause = typeof error === 'object' && error !== null && 'driverError' in error ? error.driverError : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : null;
}

/** SQLSTATE classes that mean the server is away or closing (08 connection, 53 resources, 57 operator intervention). */
const AWAY_CLASSES = new Set(['08', '53', '57']);
/** A server that stands by, or whose disk is full, reads only. */
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
  // Names of containers are known only while these run.
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** How the driver and TypeORM tell of a connection that is gone, or could not be had. */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query runner already released|after calling end on the pool/;

export const LOCK_NOT_AVAILABLE = '55P03';

/** True when the database could not be asked: it is away, busy, reads only, or its connection was lost. */
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

/** Too many connections, and a server that stops, starts or only reads: what is said before any statement is looked at. */
const TAKES_NOTHING = new Set(['53300', '57P01', '57P02', '57P03', READ_ONLY]);

/** True when the database takes nothing from anybody now, which is no fault of what was asked. */
export const takesNothing = (error: unknown): boolean => TAKES_NOTHING.has(sqlState(error) ?? '');

/** True when a lock that a statement needs was not free in time, or its turn did not come. */
export const waitedInVain = (error: unknown): boolean =>
  sqlState(error) === LOCK_NOT_AVAILABLE || error instanceof NoSlotInTime;

/** True when a statement took longer than it may, or a lock that it needs was not free in time. */
export const tookTooLong = (error: unknown): boolean => sqlState(error) === '57014' || waitedInVain(error);
