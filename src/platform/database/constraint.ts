/** The named constraint that a database error broke, if it is a uniqueness or foreign key error; else null. */
export function brokenConstraint(error: unknown): string | null {
  const cause = typeof error === 'object' && error !== null && 'driverError' in error ? error.driverError : error;
  if (typeof cause !== 'object' || cause === null || !('code' in cause) || !('constraint' in cause)) {
    return null;
  }
  const known = cause.code === '23505' || cause.code === '23503';
  return known && typeof cause.constraint === 'string' ? cause.constraint : null;
}

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
